package io.millrace.planner.logical;

import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The input's rows whose number in their partition is in a range, as they are or with the number as
 * one more column, the last.
 */
public final class Ranking extends SingleRel {
  /**
   * What is numbered how.
   *
   * @param partition columns of the input
   * @param from the first number that is wanted, from 1
   * @param to the last one; {@link Long#MAX_VALUE} for no bound
   */
  public record Ranks(
      RankFunction function, List<Integer> partition, List<SortColumn> order, long from, long to) {
    public Ranks {
      partition = List.copyOf(partition);
      order = List.copyOf(order);
    }

    /** Those of these numbers that are in a range too. */
    public Ranks within(long first, long last) {
      return new Ranks(function, partition, order, Math.max(from, first), Math.min(to, last));
    }
  }

  private final Ranks ranks;
  private final boolean rankProjected;

  private Ranking(RelTraitSet traits, RelNode input, Ranks ranks, boolean rankProjected) {
    super(input.getCluster(), traits, input);
    this.ranks = ranks;
    this.rankProjected = rankProjected;
  }

  public static Ranking create(RelNode input, Ranks ranks, boolean rankProjected) {
    return new Ranking(input.getTraitSet(), input, ranks, rankProjected);
  }

  public Ranks ranks() {
    return ranks;
  }

  public boolean rankProjected() {
    return rankProjected;
  }

  /** Whether a column is the number. */
  public boolean isRank(int column) {
    return rankProjected && column == getInput().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new Ranking(traits, sole(inputs), ranks, rankProjected);
  }

  @Override
  protected RelDataType deriveRowType() {
    if (!rankProjected) {
      return getInput().getRowType();
    }
    List<String> names = new ArrayList<>(getInput().getRowType().getFieldNames());
    String name = ranks.function().name().toLowerCase(Locale.ROOT);
    while (names.contains(name)) {
      name += "_";
    }
    RelDataTypeFactory types = getCluster().getTypeFactory();
    return types
        .builder()
        .addAll(getInput().getRowType().getFieldList())
        .add(name, types.createSqlType(SqlTypeName.BIGINT))
        .build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("ranks", ranks).item("projected", rankProjected);
  }
}

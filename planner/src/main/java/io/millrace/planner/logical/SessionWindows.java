package io.millrace.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * The input's rows that have a time, each with the bounds of its session: some of the input's
 * columns, then the two bounds.
 */
public final class SessionWindows extends SingleRel {
  /**
   * Which rows are in one session.
   *
   * @param partition columns of the input
   * @param time a TIMESTAMP column of the input
   * @param gapMillis the most time between a row and the next one of the same session
   */
  public record Sessions(List<Integer> partition, int time, long gapMillis) {
    public Sessions {
      partition = List.copyOf(partition);
    }
  }

  private final Sessions sessions;
  private final List<Integer> columns;
  private final List<RelDataTypeField> bounds;

  private SessionWindows(
      RelTraitSet traits,
      RelNode input,
      Sessions sessions,
      List<Integer> columns,
      List<RelDataTypeField> bounds) {
    super(input.getCluster(), traits, input);
    this.sessions = sessions;
    this.columns = List.copyOf(columns);
    this.bounds = List.copyOf(bounds);
  }

  /**
   * @param columns which of the input's columns come out, in this order
   * @param bounds the names and types of the beginning and the end
   */
  public static SessionWindows create(
      RelNode input, Sessions sessions, List<Integer> columns, List<RelDataTypeField> bounds) {
    return new SessionWindows(input.getTraitSet(), input, sessions, columns, bounds);
  }

  public Sessions sessions() {
    return sessions;
  }

  public List<Integer> columns() {
    return columns;
  }

  public List<RelDataTypeField> bounds() {
    return bounds;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new SessionWindows(traits, sole(inputs), sessions, columns, bounds);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder builder = getCluster().getTypeFactory().builder();
    columns.forEach(column -> builder.add(getInput().getRowType().getFieldList().get(column)));
    return builder.addAll(bounds).build();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("sessions", sessions).item("columns", columns);
  }
}

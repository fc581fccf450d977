package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.logical.SessionWindows;
import io.millrace.planner.physical.StreamLateRows;
import io.millrace.planner.physical.StreamNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;

/** Makes a physical plan of an optimized query, bottom up, by the rule for each expression. */
public final class PhysicalPlanner {
  private final Map<Class<? extends RelNode>, PhysicalRule<?>> rules = new LinkedHashMap<>();

  /**
   * @param subQuery where the query's only subquery begins, for errors; null if that is not known
   */
  public PhysicalPlanner(SourcePosition subQuery) {
    register(TableScan.class, new ScanRule());
    register(Values.class, new ValuesRule());
    register(Project.class, new ProjectRule());
    register(Filter.class, new FilterRule());
    register(Aggregate.class, new AggregateRule(subQuery));
    register(Join.class, new JoinRule());
    register(Ranking.class, new RankRule());
    register(SessionWindows.class, new SessionWindowRule());
    register(Union.class, new UnionRule());
  }

  private <R extends RelNode> void register(Class<R> kind, PhysicalRule<R> rule) {
    rules.put(kind, rule);
  }

  /**
   * A plan that puts out windows once, when they are over.
   *
   * @param lateRows the rows that come too late; null if nobody wants them
   */
  public record Closing(StreamNode root, StreamLateRows lateRows) {}

  /**
   * A plan that puts out windows once, when they are over.
   *
   * @param position of the clause EMIT ON WINDOW CLOSE, or null
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if some part cannot wait for that
   */
  public Closing planClosing(RelNode rel, SourcePosition position) {
    return planClosing(rel, position, null);
  }

  /**
   * As {@link #planClosing(RelNode, SourcePosition)}, with the rows that come too late.
   *
   * @param lateRows where these are asked for, or null
   */
  public Closing planClosingWithLateRows(
      RelNode rel, SourcePosition position, SourcePosition lateRows) {
    return planClosing(rel, position, new LateRows(lateRows, rel.getCluster().getTypeFactory()));
  }

  private Closing planClosing(RelNode rel, SourcePosition position, LateRows lateRows) {
    WindowClose close = new WindowClose(position, lateRows);
    StreamNode root = plan(rel, close::apply);
    close.check(root);
    return new Closing(root, lateRows == null ? null : lateRows.found());
  }

  /**
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if there is no operator for some part
   */
  public StreamNode plan(RelNode rel) {
    return plan(rel, UnaryOperator.identity());
  }

  private StreamNode plan(RelNode rel, UnaryOperator<StreamNode> change) {
    List<StreamNode> inputs = rel.getInputs().stream().map(input -> plan(input, change)).toList();
    return change.apply(apply(ruleFor(rel), rel, inputs));
  }

  private PhysicalRule<?> ruleFor(RelNode rel) {
    Optional<PhysicalRule<?>> rule =
        rules.entrySet().stream()
            .filter(entry -> entry.getKey().isInstance(rel))
            .<PhysicalRule<?>>map(Map.Entry::getValue)
            .findFirst();
    return rule.orElseThrow(
        () ->
            new MillraceException(
                ErrorCode.UNSUPPORTED,
                "not supported in a materialized view yet: " + rel.getRelTypeName()));
  }

  @SuppressWarnings("unchecked") // register() put the rule under the class that it takes
  private static <R extends RelNode> StreamNode apply(
      PhysicalRule<R> rule, RelNode rel, List<StreamNode> inputs) {
    return rule.convert((R) rel, inputs);
  }
}

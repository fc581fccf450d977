package io.millrace.planner.optimize;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * UNION, INTERSECT and EXCEPT as groups over UNION ALL.
 *
 * <pre>
 * a EXCEPT b
 *   Filter in0 &gt; 0 AND in1 = 0, then only the columns
 *     Aggregate by all columns: COUNT(*) FILTER (from0) AS in0, COUNT(*) FILTER (from1) AS in1
 *       UnionAll
 *         a, TRUE AS from0, FALSE AS from1
 *         b, FALSE AS from0, TRUE AS from1
 * </pre>
 *
 * Groups know no difference between NULL and NULL, as set operations ask for. The ALL forms of
 * INTERSECT and EXCEPT stay as they are.
 */
final class SetOperations extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (!(visited instanceof SetOp operation) || operation.all) {
      return visited;
    }
    RelNode rewritten = operation instanceof Union ? distinct(operation) : counted(operation);
    return RelOptUtil.createCastRel(rewritten, rel.getRowType(), true);
  }

  private static RelNode distinct(SetOp union) {
    RelNode all = LogicalUnion.create(union.getInputs(), true);
    return LogicalAggregate.create(all, List.of(), columns(union), null, List.of());
  }

  private static RelNode counted(SetOp operation) {
    int inputs = operation.getInputs().size();
    int columns = operation.getRowType().getFieldCount();
    List<RelNode> marked =
        IntStream.range(0, inputs).mapToObj(i -> marked(operation.getInput(i), i, inputs)).toList();
    RelNode all = LogicalUnion.create(marked, true);
    List<AggregateCall> counts =
        IntStream.range(0, inputs).mapToObj(i -> count(all, columns + i, "in" + i)).toList();
    RelNode groups = LogicalAggregate.create(all, List.of(), columns(operation), null, counts);
    RelNode wanted = LogicalFilter.create(groups, condition(operation, groups, columns));
    RexBuilder builder = operation.getCluster().getRexBuilder();
    List<RexNode> values =
        IntStream.range(0, columns)
            .<RexNode>mapToObj(i -> builder.makeInputRef(wanted, i))
            .toList();
    return LogicalProject.create(
        wanted, List.of(), values, operation.getRowType().getFieldNames(), java.util.Set.of());
  }

  /** The input's rows, with a column for each input that says whether they are from it. */
  private static RelNode marked(RelNode input, int number, int inputs) {
    RexBuilder builder = input.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    for (int i = 0; i < names.size(); i++) {
      values.add(builder.makeInputRef(input, i));
    }
    for (int i = 0; i < inputs; i++) {
      values.add(builder.makeLiteral(i == number));
      names.add("from" + i);
    }
    return LogicalProject.create(input, List.of(), values, names, java.util.Set.of());
  }

  private static AggregateCall count(RelNode input, int filter, String name) {
    RelDataType type = input.getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return AggregateCall.create(
        SqlStdOperatorTable.COUNT,
        false,
        false,
        false,
        List.of(),
        List.of(),
        filter,
        null,
        RelCollations.EMPTY,
        type,
        name);
  }

  /** In the first input and in all or none of the others. */
  private static RexNode condition(SetOp operation, RelNode groups, int firstCount) {
    RexBuilder builder = operation.getCluster().getRexBuilder();
    RexNode zero = builder.makeExactLiteral(BigDecimal.ZERO);
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < operation.getInputs().size(); i++) {
      boolean absent = i > 0 && operation instanceof Minus;
      conditions.add(
          builder.makeCall(
              absent ? SqlStdOperatorTable.EQUALS : SqlStdOperatorTable.GREATER_THAN,
              builder.makeInputRef(groups, firstCount + i),
              zero));
    }
    assert operation instanceof Minus || operation instanceof Intersect;
    return RexUtil.composeConjunction(builder, conditions);
  }

  private static ImmutableBitSet columns(SetOp operation) {
    return ImmutableBitSet.range(operation.getRowType().getFieldCount());
  }
}

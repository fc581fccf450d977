package io.millrace.planner.physical.rule;

import io.millrace.core.type.RowType;
import io.millrace.planner.physical.StreamCalc;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamScan;
import io.millrace.planner.validate.FallibleExpressions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Puts filters and projections together into calcs, and takes from a scan only what they read. */
final class Calcs {
  private Calcs() {}

  static StreamNode project(StreamNode input, List<RexNode> projections, RowType rowType) {
    if (isIdentity(projections, input.rowType(), rowType)) {
      return input;
    }
    if (input instanceof StreamCalc below && canInline(projections, below.projections())) {
      List<RexNode> inlined =
          projections.stream().map(p -> inline(p, below.projections())).toList();
      return pruned(new StreamCalc(below.input(), below.condition(), inlined, rowType));
    }
    return pruned(new StreamCalc(input, null, projections, rowType));
  }

  static StreamNode filter(StreamNode input, RexNode condition, RexBuilder builder, RelNode typed) {
    if (input instanceof StreamCalc below && canInline(List.of(condition), below.projections())) {
      RexNode inlined = inline(condition, below.projections());
      RexNode both =
          below.condition() == null
              ? inlined
              : builder.makeCall(SqlStdOperatorTable.AND, below.condition(), inlined);
      return pruned(
          new StreamCalc(
              below.input(), RexUtil.flatten(builder, both), below.projections(), below.rowType()));
    }
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : typed.getRowType().getFieldList()) {
      columns.add(RexInputRef.of(field.getIndex(), typed.getRowType()));
    }
    return pruned(new StreamCalc(input, condition, columns, input.rowType()));
  }

  /** Only these columns, in this order. */
  static StreamNode columns(StreamNode input, List<Integer> columns, RelNode typed) {
    List<RexNode> projections =
        columns.stream()
            .<RexNode>map(column -> RexInputRef.of(column, typed.getRowType()))
            .toList();
    return project(input, projections, input.rowType().project(columns));
  }

  /** Names do not matter: the root of a plan gives its columns the names that users see. */
  private static boolean isIdentity(List<RexNode> projections, RowType input, RowType output) {
    return input.size() == output.size()
        && IntStream.range(0, projections.size())
            .allMatch(
                i ->
                    projections.get(i) instanceof RexInputRef ref
                        && ref.getIndex() == i
                        && input.type(i).equals(output.type(i)));
  }

  /**
   * Whether upper expressions may take the place of columns by their definitions: a definition that
   * may fail only where it stands alone (else its NULL would become the failure of more), and an
   * expression that costs something only once.
   */
  private static boolean canInline(List<RexNode> uppers, List<RexNode> definitions) {
    int[] uses = new int[definitions.size()];
    for (RexNode upper : uppers) {
      boolean alone = upper instanceof RexInputRef;
      for (int column : references(upper)) {
        uses[column]++;
        if (!alone && FallibleExpressions.mayFail(definitions.get(column))) {
          return false;
        }
      }
    }
    return IntStream.range(0, uses.length)
        .allMatch(i -> uses[i] <= 1 || isCheap(definitions.get(i)));
  }

  private static boolean isCheap(RexNode definition) {
    return definition instanceof RexInputRef || definition instanceof RexLiteral;
  }

  private static List<Integer> references(RexNode expression) {
    List<Integer> columns = new ArrayList<>();
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef ref) {
            columns.add(ref.getIndex());
            return null;
          }
        });
    return columns;
  }

  private static RexNode inline(RexNode upper, List<RexNode> definitions) {
    return upper.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return definitions.get(ref.getIndex());
          }
        });
  }

  /**
   * The calc over a scan or join of only the columns that it reads, at least one; no calc if it
   * does nothing else.
   */
  static StreamNode pruned(StreamCalc calc) {
    if (!(calc.input() instanceof StreamScan) && !(calc.input() instanceof StreamJoin)) {
      return calc;
    }
    TreeSet<Integer> used = new TreeSet<>();
    Optional.ofNullable(calc.condition()).ifPresent(c -> used.addAll(references(c)));
    calc.projections().forEach(p -> used.addAll(references(p)));
    if (used.isEmpty()) {
      used.add(narrowest(calc.input().rowType()));
    }
    if (calc.condition() == null && isColumnsOf(calc, calc.input())) {
      return narrowed(
          calc.input(),
          calc.projections().stream().map(p -> ((RexInputRef) p).getIndex()).toList());
    }
    List<Integer> kept = List.copyOf(used);
    StreamNode narrow = narrowed(calc.input(), kept);
    RexShuttle shift =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(Collections.binarySearch(kept, ref.getIndex()), ref.getType());
          }
        };
    RexNode condition = calc.condition() == null ? null : calc.condition().accept(shift);
    List<RexNode> projections = shift.visitList(calc.projections());
    return condition == null && isIdentity(projections, narrow.rowType(), calc.rowType())
        ? narrow
        : new StreamCalc(narrow, condition, projections, calc.rowType());
  }

  /** Whether a calc only picks columns of a join, which can put out them alone. */
  private static boolean isColumnsOf(StreamCalc calc, StreamNode input) {
    return input instanceof StreamJoin
        && calc.isColumnsOnly()
        && IntStream.range(0, calc.projections().size())
            .allMatch(
                i ->
                    calc.rowType()
                        .type(i)
                        .equals(
                            input
                                .rowType()
                                .type(((RexInputRef) calc.projections().get(i)).getIndex())));
  }

  private static StreamNode narrowed(StreamNode input, List<Integer> kept) {
    return input instanceof StreamJoin join
        ? JoinColumns.narrowed(join, kept)
        : new StreamScan(
            ((StreamScan) input).relation(),
            kept.stream().map(((StreamScan) input).columns()::get).toList());
  }

  /** A column that costs little, for a query that only counts rows. */
  private static int narrowest(RowType rowType) {
    return IntStream.range(0, rowType.size())
        .filter(i -> !rowType.type(i).isVariableWidth())
        .findFirst()
        .orElse(0);
  }
}

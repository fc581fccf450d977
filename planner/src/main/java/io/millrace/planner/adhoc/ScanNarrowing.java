package io.millrace.planner.adhoc;

import io.millrace.core.type.DataType;
import io.millrace.planner.type.TypeConverter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Lets a scan give only the columns that the calc above it reads, and only the rows of certain keys
 * where the calc's condition asks for these. The condition stays, so a key too many does no harm.
 */
final class ScanNarrowing extends RelShuttleImpl {
  /** More look-ups than this are not likely to be cheaper than reading everything. */
  private static final int MAX_LOOKUPS = 1000;

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    return visited instanceof EnumerableCalc calc && calc.getInput() instanceof RelationScan scan
        ? narrowed(calc, scan)
        : visited;
  }

  private static RelNode narrowed(Calc calc, RelationScan scan) {
    RexProgram program = calc.getProgram();
    RexBuilder builder = calc.getCluster().getRexBuilder();
    List<RexNode> projections =
        program.getProjectList().stream().map(program::expandLocalRef).toList();
    RexNode condition =
        program.getCondition() == null ? null : program.expandLocalRef(program.getCondition());
    TreeSet<Integer> used = new TreeSet<>();
    RexShuttle collector =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            used.add(ref.getIndex());
            return ref;
          }
        };
    projections.forEach(p -> p.accept(collector));
    if (condition != null) {
      condition.accept(collector);
    }
    if (used.isEmpty()) {
      used.add(0);
    }
    List<Integer> kept = List.copyOf(used);
    RelationScan narrow =
        scan.with(
            kept.stream().map(scan.columns()::get).toList(),
            condition == null ? null : lookups(condition, scan, builder));
    RexShuttle shift =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(Collections.binarySearch(kept, ref.getIndex()), ref.getType());
          }
        };
    RexProgramBuilder narrowProgram = new RexProgramBuilder(narrow.getRowType(), builder);
    for (int i = 0; i < projections.size(); i++) {
      narrowProgram.addProject(
          projections.get(i).accept(shift),
          program.getOutputRowType().getFieldList().get(i).getName());
    }
    if (condition != null) {
      narrowProgram.addCondition(condition.accept(shift));
    }
    return EnumerableCalc.create(narrow, narrowProgram.getProgram());
  }

  /** The keys that rows must have, or null. */
  private static List<List<ScanRequest.KeyValue>> lookups(
      RexNode condition, RelationScan scan, RexBuilder builder) {
    List<Integer> key = scan.relation().key();
    if (key.isEmpty()) {
      return null;
    }
    List<RexNode> conjuncts =
        org.apache.calcite.plan.RelOptUtil.conjunctions(
            RexUtil.expandSearch(builder, null, condition));
    List<List<ScanRequest.KeyValue>> combined = List.of(List.of());
    for (int column : key) {
      List<ScanRequest.KeyValue> values = values(conjuncts, scan.columns().indexOf(column), scan);
      if (values == null || (long) values.size() * combined.size() > MAX_LOOKUPS) {
        return null;
      }
      List<List<ScanRequest.KeyValue>> longer = new ArrayList<>();
      for (List<ScanRequest.KeyValue> prefix : combined) {
        for (ScanRequest.KeyValue value : values) {
          List<ScanRequest.KeyValue> extended = new ArrayList<>(prefix);
          extended.add(value);
          longer.add(extended);
        }
      }
      combined = longer;
    }
    return combined;
  }

  /** The values of a column that some conjunct allows, or null. */
  private static List<ScanRequest.KeyValue> values(
      List<RexNode> conjuncts, int column, RelationScan scan) {
    for (RexNode conjunct : conjuncts) {
      List<ScanRequest.KeyValue> values = new ArrayList<>();
      boolean all =
          org.apache.calcite.plan.RelOptUtil.disjunctions(conjunct).stream()
              .allMatch(
                  alternative -> {
                    ScanRequest.KeyValue value = value(alternative, column, scan);
                    if (value != null && !values.contains(value)) {
                      values.add(value);
                    }
                    return value != null;
                  });
      if (all && !values.isEmpty()) {
        return values;
      }
    }
    return null;
  }

  private static ScanRequest.KeyValue value(RexNode node, int column, RelationScan scan) {
    if (!(node instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
      return null;
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    ScanRequest.KeyValue value = isColumn(left, column) ? constant(left, right, scan) : null;
    return value == null && isColumn(right, column) ? constant(right, left, scan) : value;
  }

  private static boolean isColumn(RexNode node, int column) {
    return node instanceof RexInputRef ref && ref.getIndex() == column;
  }

  /** The other side of an equality, if it is a constant of the column's own kind of values. */
  private static ScanRequest.KeyValue constant(RexNode column, RexNode other, RelationScan scan) {
    RexNode value = stripped(other);
    if (value instanceof RexDynamicParam parameter
        && SqlTypeUtil.equalSansNullability(
            scan.getCluster().getTypeFactory(), parameter.getType(), column.getType())) {
      return new ScanRequest.KeyValue.Parameter(parameter.getIndex());
    }
    if (!(value instanceof RexLiteral literal)) {
      return null;
    }
    DataType type = TypeConverter.toDataType(column.getType()).orElseThrow();
    Object internal = EngineValues.ofLiteral(literal, type);
    return internal == null ? null : new ScanRequest.KeyValue.Constant(internal);
  }

  /** Without casts that change only whether a value may be NULL. */
  private static RexNode stripped(RexNode node) {
    RexNode current = node;
    while (current instanceof RexCall call
        && call.getKind() == SqlKind.CAST
        && call.getType().getSqlTypeName()
            == call.getOperands().get(0).getType().getSqlTypeName()) {
      current = call.getOperands().get(0);
    }
    return current;
  }
}

package io.millrace.planner.physical.rule;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.core.type.TypeKind;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.FallibleExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** A join's condition, taken apart into equalities of both sides and the rest. */
final class JoinKeys {
  /** The keys of one side, and the values behind its columns that they need. */
  static final class Side {
    private final RelNode input;
    private final List<Integer> columns = new ArrayList<>();
    private final List<RexNode> computed = new ArrayList<>();

    private Side(RelNode input) {
      this.input = input;
    }

    /** The key's columns in the input with {@link #addTo its} computed columns. */
    List<Integer> columns() {
      return columns;
    }

    private void add(RexNode key) {
      if (key instanceof RexInputRef ref) {
        columns.add(ref.getIndex());
        return;
      }
      int known = computed.indexOf(key);
      if (known < 0) {
        known = computed.size();
        computed.add(key);
      }
      columns.add(input.getRowType().getFieldCount() + known);
    }

    /** The input's operator with the computed columns behind the others. */
    StreamNode addTo(StreamNode node, RelNode typed) {
      if (computed.isEmpty()) {
        return node;
      }
      List<RexNode> projections = new ArrayList<>();
      RelDataTypeFactory.Builder rowType = typed.getCluster().getTypeFactory().builder();
      typed
          .getRowType()
          .getFieldList()
          .forEach(
              field -> {
                projections.add(RexInputRef.of(field.getIndex(), typed.getRowType()));
                rowType.add(field);
              });
      for (RexNode key : computed) {
        projections.add(key);
        rowType.add("key" + projections.size(), key.getType());
      }
      return Calcs.project(node, projections, TypeConverter.toRowType(rowType.build()));
    }
  }

  private final Side left;
  private final Side right;
  private final RexBuilder builder;
  private final int leftSize;
  private final List<Boolean> nullsMatch = new ArrayList<>();
  private final List<RexNode> rest = new ArrayList<>();

  private JoinKeys(Join join) {
    this.left = new Side(join.getLeft());
    this.right = new Side(join.getRight());
    this.builder = join.getCluster().getRexBuilder();
    this.leftSize = join.getLeft().getRowType().getFieldCount();
  }

  static JoinKeys of(Join join) {
    JoinKeys keys = new JoinKeys(join);
    RexNode condition = RexUtil.expandSearch(keys.builder, null, join.getCondition());
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      RexNode simple =
          conjunct instanceof RexCall call && conjunct.getKind() != SqlKind.IS_NOT_DISTINCT_FROM
              ? RelOptUtil.collapseExpandedIsNotDistinctFromExpr(call, keys.builder)
              : conjunct;
      if (!keys.addEquality(simple) && !simple.isAlwaysTrue()) {
        keys.rest.add(simple);
      }
    }
    return keys;
  }

  Side left() {
    return left;
  }

  Side right() {
    return right;
  }

  /** For each key whether NULL is equal to NULL. */
  List<Boolean> nullsMatch() {
    return nullsMatch;
  }

  /**
   * What is left of the condition, or null.
   *
   * @param shift by how many columns the right ones are further behind
   */
  RexNode condition(int shift) {
    if (rest.isEmpty()) {
      return null;
    }
    return RexUtil.composeConjunction(builder, rest)
        .accept(
            new org.apache.calcite.rex.RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                return ref.getIndex() < leftSize
                    ? ref
                    : new RexInputRef(ref.getIndex() + shift, ref.getType());
              }
            });
  }

  private boolean addEquality(RexNode conjunct) {
    boolean plain = conjunct.getKind() == SqlKind.EQUALS;
    if (!plain && conjunct.getKind() != SqlKind.IS_NOT_DISTINCT_FROM) {
      return false;
    }
    RexNode first = ((RexCall) conjunct).getOperands().get(0);
    RexNode second = ((RexCall) conjunct).getOperands().get(1);
    if (isOf(first, false) && isOf(second, true)) {
      return addEquality(second, first, plain);
    }
    return isOf(first, true) && isOf(second, false) && addEquality(first, second, plain);
  }

  /** Whether an expression reads columns of one side, and no others. */
  private boolean isOf(RexNode expression, boolean ofLeft) {
    ImmutableBitSet read = RelOptUtil.InputFinder.bits(expression);
    return !read.isEmpty()
        && (ofLeft ? read.nth(read.cardinality() - 1) < leftSize : read.nth(0) >= leftSize);
  }

  private boolean addEquality(RexNode ofLeft, RexNode ofRight, boolean plain) {
    RexNode rightAlone = RexUtil.shift(ofRight, -leftSize);
    // A value that cannot be computed matches nothing, which NULL says only of plain equality.
    if (!plain
        && (FallibleExpressions.mayFail(ofLeft) || FallibleExpressions.mayFail(rightAlone))) {
      return false;
    }
    Optional<DataType> leftType = TypeConverter.toDataType(ofLeft.getType());
    Optional<DataType> rightType = TypeConverter.toDataType(rightAlone.getType());
    if (leftType.isEmpty() || rightType.isEmpty()) {
      return false;
    }
    RexNode leftKey = ofLeft;
    if (!isSame(leftType.get(), rightType.get())) {
      RelDataType common =
          builder
              .getTypeFactory()
              .leastRestrictive(List.of(ofLeft.getType(), rightAlone.getType()));
      if (common == null || TypeConverter.toDataType(common).isEmpty() || !plain) {
        return false;
      }
      leftKey = cast(ofLeft, common);
      rightAlone = cast(rightAlone, common);
    }
    left.add(nullableIfFallible(leftKey));
    right.add(nullableIfFallible(rightAlone));
    nullsMatch.add(!plain);
    return true;
  }

  /** Whether equal values have equal words or bytes in the engine. */
  private static boolean isSame(DataType a, DataType b) {
    return a.kind() == b.kind()
        && (a.kind() != TypeKind.DECIMAL
            || a.scale() == b.scale() && a.precision() == b.precision())
        && (a.kind() != TypeKind.TIMESTAMP || TimestampUnit.of(a) == TimestampUnit.of(b));
  }

  private RexNode cast(RexNode value, RelDataType type) {
    RelDataType wanted =
        builder.getTypeFactory().createTypeWithNullability(type, value.getType().isNullable());
    return value.getType().equals(wanted) ? value : builder.makeAbstractCast(wanted, value, false);
  }

  private RexNode nullableIfFallible(RexNode key) {
    if (key instanceof RexInputRef
        || key.getType().isNullable()
        || !FallibleExpressions.mayFail(key)) {
      return key;
    }
    RelDataType nullable = builder.getTypeFactory().createTypeWithNullability(key.getType(), true);
    return builder.makeAbstractCast(nullable, key, false);
  }
}

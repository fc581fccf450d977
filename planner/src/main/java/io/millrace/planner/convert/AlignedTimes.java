package io.millrace.planner.convert;

import com.google.common.collect.ImmutableList;
import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.expression.ExactTimes;
import io.millrace.planner.logical.SubQueryShuttle;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.TimestampString;

/**
 * Gives TIMESTAMPs of several precisions one where they come together in a column or in a
 * membership test: in set operations, VALUES, IN and comparisons with SOME and ALL. A TIMESTAMP's
 * precision decides what its number counts, so that none of these may compare numbers of two.
 */
final class AlignedTimes extends SubQueryShuttle {
  private final RelBuilder relBuilder;
  private final RexBuilder builder;
  private final RexShuttle memberships =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
          return membership(subQuery);
        }
      };

  AlignedTimes(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
    this.builder = relBuilder.getRexBuilder();
  }

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel).accept(memberships);
    if (visited instanceof SetOp operation) {
      List<RelDataType> types = types(operation);
      List<RelNode> inputs =
          operation.getInputs().stream().map(input -> aligned(input, types)).toList();
      return inputs.equals(operation.getInputs())
          ? operation
          : operation.copy(operation.getTraitSet(), inputs);
    }
    return visited instanceof LogicalValues values ? aligned(values) : visited;
  }

  private static List<RelDataType> types(RelNode rel) {
    return rel.getRowType().getFieldList().stream().map(field -> field.getType()).toList();
  }

  /** The input itself if its times have the precisions that are asked for. */
  private RelNode aligned(RelNode input, List<RelDataType> types) {
    relBuilder.push(input);
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(aligned(relBuilder.field(i), types.get(i)));
    }
    boolean same = columns.stream().allMatch(RexInputRef.class::isInstance);
    return same
        ? relBuilder.build()
        : relBuilder.project(columns, input.getRowType().getFieldNames(), true).build();
  }

  private RexNode aligned(RexNode value, RelDataType type) {
    if (!differ(value.getType(), type)) {
      return value;
    }
    if (unit(value.getType()).perSecond() > unit(type).perSecond()) {
      return ExactTimes.of(value, type, builder);
    }
    RelDataType nullable =
        builder.getTypeFactory().createTypeWithNullability(type, value.getType().isNullable());
    return value instanceof RexLiteral literal && !literal.isNull()
        ? literal(literal, type)
        : builder.makeAbstractCast(nullable, value, false);
  }

  private static boolean differ(RelDataType a, RelDataType b) {
    return a.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && b.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && a.getPrecision() != b.getPrecision();
  }

  private RexLiteral literal(RexLiteral literal, RelDataType type) {
    TimestampString time = literal.getValueAs(TimestampString.class);
    return builder.makeTimestampLiteral(time, type.getPrecision());
  }

  private Values aligned(LogicalValues values) {
    List<RelDataType> types = types(values);
    ImmutableList.Builder<ImmutableList<RexLiteral>> rows = ImmutableList.builder();
    for (List<RexLiteral> row : values.getTuples()) {
      ImmutableList.Builder<RexLiteral> columns = ImmutableList.builder();
      for (int i = 0; i < types.size(); i++) {
        columns.add((RexLiteral) aligned(row.get(i), types.get(i)));
      }
      rows.add(columns.build());
    }
    return LogicalValues.create(values.getCluster(), values.getRowType(), rows.build());
  }

  private RexNode membership(RexSubQuery subQuery) {
    boolean equality = isEquality(subQuery);
    List<RexNode> operands =
        equality
            ? subQuery.getOperands().stream().map(AlignedTimes::withoutWidening).toList()
            : subQuery.getOperands();
    RelNode among = equality ? withoutWidening(subQuery.rel) : subQuery.rel;
    List<RelDataType> columns = types(among);
    if (operands.size() != columns.size()) {
      return subQuery;
    }
    List<RexNode> alignedOperands = new ArrayList<>();
    List<RelDataType> finest = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      RelDataType left = operands.get(i).getType();
      RelDataType type = equality ? comparable(left, columns.get(i)) : finer(left, columns.get(i));
      finest.add(type);
      alignedOperands.add(aligned(operands.get(i), type));
    }
    RelNode rel = aligned(among, finest);
    return rel == subQuery.rel && alignedOperands.equals(subQuery.getOperands())
        ? subQuery
        : subQuery.clone(subQuery.getType(), alignedOperands).clone(rel);
  }

  /** Validation casts one side to the other one's type, which reaches less far if it is finer. */
  private static RexNode withoutWidening(RexNode value) {
    RexNode inner =
        value.getKind() == SqlKind.CAST ? ((RexCall) value).getOperands().get(0) : value;
    return differ(value.getType(), inner.getType())
            && inner.getType().getPrecision() < value.getType().getPrecision()
        ? inner
        : value;
  }

  private RelNode withoutWidening(RelNode rel) {
    if (!(rel instanceof Project project) || project.containsOver()) {
      return rel;
    }
    List<RexNode> columns =
        project.getProjects().stream().map(AlignedTimes::withoutWidening).toList();
    return columns.equals(project.getProjects())
        ? rel
        : LogicalProject.create(
            project.getInput(),
            project.getHints(),
            columns,
            project.getRowType().getFieldNames(),
            project.getVariablesSet());
  }

  private static boolean isEquality(RexSubQuery subQuery) {
    return subQuery.getKind() == SqlKind.IN
        || subQuery.getOperator() instanceof SqlQuantifyOperator quantified
            && (quantified.comparisonKind == SqlKind.EQUALS
                || quantified.comparisonKind == SqlKind.NOT_EQUALS);
  }

  private static RelDataType finer(RelDataType left, RelDataType right) {
    return differ(left, right) && left.getPrecision() > right.getPrecision() ? left : right;
  }

  /** The finer one of times of one unit, else the coarser unit, which reaches further. */
  private RelDataType comparable(RelDataType left, RelDataType right) {
    if (!differ(left, right)) {
      return right;
    }
    if (unit(left) == unit(right)) {
      return finer(left, right);
    }
    RelDataType coarse = left.getPrecision() > right.getPrecision() ? right : left;
    RelDataType whole =
        builder
            .getTypeFactory()
            .createSqlType(
                SqlTypeName.TIMESTAMP, unit(coarse) == TimestampUnit.MILLISECOND ? 3 : 6);
    return builder.getTypeFactory().createTypeWithNullability(whole, coarse.isNullable());
  }

  private static TimestampUnit unit(RelDataType time) {
    return TimestampUnit.of(time.getPrecision());
  }
}

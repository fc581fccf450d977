package io.millrace.planner.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Calcite's validator, with one more rule: an expression that may fail for a row is nullable. Holds
 * for tables, views and one-time queries alike, so that a column has one type.
 */
public final class MillraceValidator extends SqlValidatorImpl {
  public MillraceValidator(SqlValidatorCatalogReader catalog, RelDataTypeFactory typeFactory) {
    super(
        MillraceOperators.table(),
        catalog,
        typeFactory,
        Config.DEFAULT
            .withConformance(MillraceConformance.INSTANCE)
            .withIdentifierExpansion(true)
            .withTypeCoercionEnabled(true)
            .withTypeCoercionFactory(AggregateCoercion::new));
  }

  @Override
  protected SqlNode performUnconditionalRewrites(SqlNode node, boolean underFrom) {
    if (node instanceof SqlCall call && DateTruncFunction.isPostgres(call)) {
      return super.performUnconditionalRewrites(DateTruncFunction.floor(call), underFrom);
    }
    if (node instanceof SqlDataTypeSpec type) {
      ColumnTypes.checkLimits(type);
    }
    return super.performUnconditionalRewrites(node, underFrom);
  }

  @Override
  public void validateQuery(SqlNode node, SqlValidatorScope scope, RelDataType targetRowType) {
    super.validateQuery(node, scope, targetRowType);
    SqlValidatorNamespace namespace = node instanceof SqlIdentifier ? getNamespace(node) : null;
    if (namespace != null && namespace.getTable() != null) {
      namespace
          .getTable()
          .maybeUnwrap(GuardedTable.class)
          .ifPresent(table -> table.checkReadable(node));
    }
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
    boolean known = getValidatedNodeTypeIfKnown(expression) != null;
    RelDataType type = super.deriveType(scope, expression);
    if (known
        || type.isNullable()
        || !(expression instanceof SqlCall call)
        || !isScalar(call.getOperator())) {
      return type;
    }
    SqlNode operand = call.operandCount() == 0 ? null : call.operand(0);
    RelDataType operandType = operand == null ? null : getValidatedNodeTypeIfKnown(operand);
    if (!FallibleExpressions.mayFail(call.getOperator(), type, operandType, call.operandCount())) {
      return type;
    }
    RelDataType nullable = getTypeFactory().createTypeWithNullability(type, true);
    setValidatedNodeType(expression, nullable);
    return nullable;
  }

  private static boolean isScalar(SqlOperator operator) {
    return operator instanceof SqlFunction
        || operator.getKind() == SqlKind.CAST
        || operator instanceof SqlPrefixOperator
        || (operator instanceof SqlBinaryOperator
            && SqlKind.BINARY_ARITHMETIC.contains(operator.getKind()));
  }
}

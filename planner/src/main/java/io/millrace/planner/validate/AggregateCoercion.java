package io.millrace.planner.validate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/**
 * Calcite's implicit casts, but none from text to numbers below an aggregate: SUM of a text column
 * is a mistake that should not wait for the first text that is no number.
 */
final class AggregateCoercion extends TypeCoercionImpl {
  AggregateCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
    super(typeFactory, validator);
  }

  @Override
  public boolean builtinFunctionCoercion(
      SqlCallBinding binding,
      List<RelDataType> operandTypes,
      List<SqlTypeFamily> expectedFamilies) {
    boolean textAggregate =
        binding.getOperator() instanceof SqlAggFunction
            && operandTypes.stream().anyMatch(SqlTypeUtil::inCharFamily);
    return !textAggregate && super.builtinFunctionCoercion(binding, operandTypes, expectedFamilies);
  }
}

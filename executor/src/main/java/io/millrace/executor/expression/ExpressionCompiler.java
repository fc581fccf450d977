package io.millrace.executor.expression;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.RowType;
import java.util.List;

/** Turns expressions into compiled programs. Thread-safe. */
public final class ExpressionCompiler {
  private static final ClassCompiler COMPILER = new ClassCompiler();

  private ExpressionCompiler() {}

  /**
   * Compiles a condition and computed projections into one class.
   *
   * @param inputType the rows that the expressions read
   * @param condition a BOOLEAN, or null; {@link CalcProgram#filter} must then not be called
   * @param projections those that compute something; columns passed on need no program
   * @throws MillraceException INTERNAL_ERROR if the source does not compile
   */
  public static CalcProgram compile(
      RowType inputType, ScalarExpression condition, List<JavaExpression> projections) {
    String source = CalcSource.write(inputType, condition, projections);
    Class<?> compiled = COMPILER.compile(CalcSource.PACKAGE + "." + CalcSource.CLASS, source);
    try {
      return (CalcProgram) compiled.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "A compiled expression cannot be used: " + e, e);
    }
  }
}

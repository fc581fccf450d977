package io.millrace.executor.expression;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Writes the source of a {@link CalcProgram}: one loop for the condition, and one loop for each few
 * projections, so that no method gets near the 64 KB that a method may have. Each expression is a
 * nested class of its own.
 */
final class CalcSource {
  static final String PACKAGE = "io.millrace.executor.expression.generated";
  static final String CLASS = "Calc";

  /** Projections that share a loop and the reading of their inputs. */
  private static final int PROJECTIONS_PER_LOOP = 12;

  private static final String FIELD_VECTOR = "org.apache.arrow.vector.FieldVector";
  private static final String PARAMETERS =
      FIELD_VECTOR
          + "[] in, int[] selection, int count, "
          + FIELD_VECTOR
          + "[] out, "
          + "io.millrace.executor.expression.CalcProgram.Failures failures";

  private final RowType inputType;
  private final StringBuilder source = new StringBuilder(4096);

  private CalcSource(RowType inputType) {
    this.inputType = inputType;
  }

  /**
   * @param condition or null
   */
  static String write(
      RowType inputType, ScalarExpression condition, List<JavaExpression> projections) {
    return new CalcSource(inputType).program(condition, projections);
  }

  private String program(ScalarExpression condition, List<JavaExpression> projections) {
    line("package " + PACKAGE + ";");
    line("public final class " + CLASS);
    line("    extends io.millrace.executor.expression.CalcProgram {");
    filter(condition);
    int loops = (projections.size() + PROJECTIONS_PER_LOOP - 1) / PROJECTIONS_PER_LOOP;
    line("public void project(" + PARAMETERS + ") {");
    for (int loop = 0; loop < loops; loop++) {
      line("project" + loop + "(in, selection, count, out, failures);");
    }
    line("}");
    for (int loop = 0; loop < loops; loop++) {
      int first = loop * PROJECTIONS_PER_LOOP;
      int end = Math.min(first + PROJECTIONS_PER_LOOP, projections.size());
      projectLoop(loop, first, projections.subList(first, end));
    }
    if (condition instanceof JavaExpression expression) {
      expressionClass(0, expression);
    }
    for (int i = 0; i < projections.size(); i++) {
      expressionClass(i + 1, projections.get(i));
    }
    line("}");
    return source.toString();
  }

  private void filter(ScalarExpression condition) {
    line(
        "public int filter("
            + FIELD_VECTOR
            + "[] in, int rowCount, int[] selection, "
            + "io.millrace.executor.expression.CalcProgram.Failures failures) {");
    if (condition == null) {
      line("throw new java.lang.IllegalStateException(\"There is no condition\");");
      line("}");
      return;
    }
    JavaExpression java = condition instanceof JavaExpression expression ? expression : null;
    SortedSet<Integer> inputs =
        java != null
            ? new TreeSet<>(java.inputs())
            : new TreeSet<>(List.of(((InputReference) condition).index()));
    vectors(inputs);
    line("int selected = 0;");
    line("for (int row = 0; row < rowCount; row++) {");
    if (java != null) {
      line("try {");
    }
    read(inputs);
    String value = java != null ? call(0, java) : "c" + inputs.first();
    DataType type = java != null ? java.type() : inputType.type(inputs.first());
    line(TypeCode.javaType(type) + " result = " + value + ";");
    line(type.nullable() ? "if (result != null && result.booleanValue()) {" : "if (result) {");
    line("selection[selected++] = row;");
    line("}");
    if (java != null) {
      line("} catch (java.lang.RuntimeException e) {");
      line("failures.failed(0, e);");
      line("}");
    }
    line("}");
    line("return selected;");
    line("}");
  }

  private void projectLoop(int loop, int first, List<JavaExpression> projections) {
    line("private void project" + loop + "(" + PARAMETERS + ") {");
    SortedSet<Integer> inputs = new TreeSet<>();
    projections.forEach(projection -> inputs.addAll(projection.inputs()));
    vectors(inputs);
    for (int i = 0; i < projections.size(); i++) {
      int number = first + i;
      String vectorClass = TypeCode.vectorClass(projections.get(i).type());
      line(vectorClass + " o" + number + " = (" + vectorClass + ") out[" + number + "];");
    }
    line("for (int i = 0; i < count; i++) {");
    line("int row = selection == null ? i : selection[i];");
    read(inputs);
    for (int i = 0; i < projections.size(); i++) {
      projection(first + i, projections.get(i));
    }
    line("}");
    line("}");
  }

  private void projection(int number, JavaExpression projection) {
    DataType type = projection.type();
    String result = "r" + number;
    line("try {");
    line(TypeCode.javaType(type) + " " + result + " = " + call(number + 1, projection) + ";");
    boolean mayBeNull = type.nullable() || TypeCode.isReference(type.kind());
    if (mayBeNull) {
      line("if (" + result + " != null) {");
    }
    line(TypeCode.write(type, "o" + number, "i", result));
    if (mayBeNull) {
      line("}");
    }
    line("} catch (java.lang.RuntimeException e) {");
    line("failures.failed(" + (number + 1) + ", e);");
    line("}");
  }

  private void vectors(SortedSet<Integer> inputs) {
    for (int input : inputs) {
      String vectorClass = TypeCode.vectorClass(inputType.type(input));
      line(vectorClass + " v" + input + " = (" + vectorClass + ") in[" + input + "];");
    }
  }

  /** Reads the inputs of one row into local variables; boxes that do not leave the row. */
  private void read(SortedSet<Integer> inputs) {
    for (int input : inputs) {
      DataType type = inputType.type(input);
      String vector = "v" + input;
      String value = TypeCode.read(type, vector, "row");
      if (type.nullable()) {
        line(TypeCode.boxed(type.kind()) + " c" + input + " = null;");
        line("if (" + vector + ".isSet(row) != 0) {");
        line("c" + input + " = " + TypeCode.box(type, value) + ";");
        line("}");
      } else {
        line(TypeCode.javaType(type) + " c" + input + " = " + value + ";");
      }
    }
  }

  private String call(int number, JavaExpression expression) {
    StringBuilder call = new StringBuilder("Expression" + number + ".eval(");
    String separator = "";
    for (int input : expression.inputs()) {
      call.append(separator).append('c').append(input);
      separator = ", ";
    }
    return call.append(')').toString();
  }

  private void expressionClass(int number, JavaExpression expression) {
    line("public static final class Expression" + number + " {");
    expression.members().forEach(this::line);
    StringBuilder parameters = new StringBuilder();
    String separator = "";
    for (int input : expression.inputs()) {
      // Final, for generated code may have inner classes that use them.
      parameters
          .append(separator)
          .append("final ")
          .append(TypeCode.javaType(inputType.type(input)))
          .append(" c")
          .append(input);
      separator = ", ";
    }
    line("static " + TypeCode.javaType(expression.type()) + " eval(" + parameters + ") {");
    line(expression.body());
    line("}");
    line("}");
  }

  private void line(String text) {
    source.append(text).append('\n');
  }
}

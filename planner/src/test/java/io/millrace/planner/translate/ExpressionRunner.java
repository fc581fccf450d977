package io.millrace.planner.translate;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.codehaus.janino.SimpleCompiler;

/** Runs expressions as an engine does: compiled by Janino, each in a class of its own. */
final class ExpressionRunner {
  private final CatalogReader catalog;

  ExpressionRunner(CatalogReader catalog) {
    this.catalog = catalog;
  }

  /** The planned form of a select item over the relation. */
  Planned plan(String expression, String relation) {
    SqlCreateMaterializedView statement =
        (SqlCreateMaterializedView)
            MillraceParser.parseStatement(
                "CREATE MATERIALIZED VIEW x AS SELECT " + expression + " AS x FROM " + relation);
    ExecPlan plan = MillracePlanner.planMaterializedView(statement, () -> 99, catalog).plan();
    List<ExecNode> calcs = plan.nodes().stream().filter(ExecNode.Calc.class::isInstance).toList();
    if (calcs.isEmpty()) {
      ExecNode.RelationScan scan = (ExecNode.RelationScan) plan.nodes().get(0);
      return new Planned(new InputReference(0, scan.rowType().type(0)), scan.rowType());
    }
    ExecNode.Calc calc = (ExecNode.Calc) calcs.get(0);
    return new Planned(calc.projections().get(0), plan.nodes().get(calc.input()).rowType());
  }

  /** An expression and the row that it is computed from. */
  record Planned(ScalarExpression expression, RowType input) {
    DataType type() {
      return expression.type();
    }

    /**
     * @param row values by the input's columns, as the engine passes them
     */
    Object evaluate(List<Object> row) throws Throwable {
      if (expression instanceof InputReference ref) {
        return row.get(ref.index());
      }
      JavaExpression java = (JavaExpression) expression;
      try {
        return compile(java).invoke(null, java.inputs().stream().map(row::get).toArray());
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private Method compile(JavaExpression java) throws Exception {
      String parameters =
          java.inputs().stream()
              .map(i -> "final " + javaType(input.type(i)) + " c" + i)
              .collect(Collectors.joining(", "));
      String source =
          "public final class E {\n"
              + String.join("\n", java.members())
              + "\npublic static "
              + javaType(java.type())
              + " value("
              + parameters
              + ") {\n"
              + java.body()
              + "\n}}";
      SimpleCompiler compiler = new SimpleCompiler();
      try {
        compiler.cook(source);
      } catch (Exception e) {
        throw new AssertionError("Janino refuses:\n" + source, e);
      }
      List<Method> methods = new ArrayList<>();
      for (Method method : compiler.getClassLoader().loadClass("E").getMethods()) {
        if (method.getName().equals("value")) {
          methods.add(method);
        }
      }
      return methods.get(0);
    }

    private static String javaType(DataType type) {
      boolean n = type.nullable();
      return switch (type.kind()) {
        case BOOLEAN -> n ? "Boolean" : "boolean";
        case TINYINT -> n ? "Byte" : "byte";
        case SMALLINT -> n ? "Short" : "short";
        case INTEGER, DATE, TIME -> n ? "Integer" : "int";
        case BIGINT, TIMESTAMP -> n ? "Long" : "long";
        case REAL -> n ? "Float" : "float";
        case DOUBLE -> n ? "Double" : "double";
        case DECIMAL -> "java.math.BigDecimal";
        case VARCHAR -> "String";
        case VARBINARY -> "org.apache.calcite.avatica.util.ByteString";
      };
    }
  }

  /** A row of the columns that the input has, from a row of all columns. */
  static List<Object> project(RowType input, RowType all, List<Object> row) {
    return IntStream.range(0, input.size())
        .mapToObj(i -> row.get(all.indexOf(input.column(i).name())))
        .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
  }
}

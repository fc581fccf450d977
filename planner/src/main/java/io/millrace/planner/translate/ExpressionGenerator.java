package io.millrace.planner.translate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.planner.expression.ExpressionPrinter;
import io.millrace.planner.expression.RuntimeRewrites;
import io.millrace.planner.type.MillraceTypeFactory;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.FallibleExpressions;
import io.millrace.planner.validate.MillraceConformance;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.DeclarationStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.NewExpression;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.linq4j.tree.VisitorImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.rex.RexVisitorImpl;

/** Makes Java source of expressions by Calcite's own code generator. Used by one thread. */
public final class ExpressionGenerator {
  private final MillraceTypeFactory typeFactory;
  private final RexBuilder builder;

  public ExpressionGenerator(MillraceTypeFactory typeFactory) {
    this.typeFactory = typeFactory;
    this.builder = new RexBuilder(typeFactory);
  }

  /**
   * @param input the row that input references count in
   * @param type of the result
   */
  public ScalarExpression generate(RexNode expression, RowType input, DataType type) {
    if (expression instanceof RexInputRef ref) {
      return new InputReference(ref.getIndex(), input.type(ref.getIndex()));
    }
    // What may fail has no value then, whatever the types of the operands promise.
    DataType result = FallibleExpressions.mayFail(expression) ? type.withNullable(true) : type;
    RexNode computed = RuntimeRewrites.apply(expression, builder);
    List<Integer> inputs = List.copyOf(references(computed));
    return source(computed, inputs, input, result, ExpressionPrinter.print(expression, input));
  }

  private JavaExpression source(
      RexNode expression, List<Integer> inputs, RowType input, DataType type, String display) {
    BlockBuilder body = new BlockBuilder();
    BlockBuilder constants = new BlockBuilder(false);
    RelDataType inputType = TypeConverter.toRelDataType(input, typeFactory);
    RexProgramBuilder program = new RexProgramBuilder(inputType, builder);
    program.addProject(expression, "value");
    Expression value = value(program.getProgram(false), type, body, constants, display);
    body.add(Expressions.return_(null, EnumUtils.convert(value, javaClass(type))));

    List<String> members = new ArrayList<>();
    for (Statement constant : constants.toBlock().statements) {
      DeclarationStatement declaration = (DeclarationStatement) constant;
      members.add(constant(declaration.parameter, declaration.initializer));
    }
    FunctionObjects functions = new FunctionObjects();
    BlockStatement block = (BlockStatement) body.toBlock().accept(functions);
    functions.fields.forEach((creation, field) -> members.add(constant(field, creation)));
    refuseContext(block, display);
    return new JavaExpression(type, inputs, members, inner(Expressions.toString(block)), display);
  }

  private static String constant(ParameterExpression field, Expression value) {
    return Expressions.toString(
            Expressions.fieldDecl(Modifier.STATIC | Modifier.FINAL, field, value))
        .strip();
  }

  /**
   * Functions that are objects, such as LIKE with its compiled patterns: one for the expression,
   * not one a row. Constant calls stay where they are, for they may fail.
   */
  private static final class FunctionObjects extends Shuttle {
    private final Map<NewExpression, ParameterExpression> fields = new LinkedHashMap<>();

    @Override
    public Expression visit(
        NewExpression creation,
        List<Expression> arguments,
        List<MemberDeclaration> memberDeclarations) {
      if (!arguments.isEmpty() || memberDeclarations != null) {
        return super.visit(creation, arguments, memberDeclarations);
      }
      return fields.computeIfAbsent(
          creation, key -> Expressions.parameter(key.type, "FUNCTION_" + fields.size()));
    }
  }

  private Expression value(
      RexProgram program,
      DataType type,
      BlockBuilder body,
      BlockBuilder constants,
      String display) {
    RelDataType row =
        TypeConverter.toRelDataType(RowType.of(new Column("value", type)), typeFactory);
    try {
      return RexToLixTranslator.translateProjects(
              program,
              typeFactory,
              MillraceConformance.INSTANCE,
              body,
              constants,
              PhysTypeImpl.of(typeFactory, row, JavaRowFormat.ARRAY, false),
              DataContext.ROOT,
              (list, index, storage) -> parameter(index, program.getInputRowType(), storage),
              null)
          .get(0);
    } catch (RuntimeException e) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported in a materialized view yet: " + display + " (" + e.getMessage() + ")",
          e);
    }
  }

  /** The statements between a block's braces. */
  private static String inner(String block) {
    String stripped = block.strip();
    return stripped.substring(1, stripped.length() - 1).strip();
  }

  /** A function that asks for the time, the user or the locale of a statement has none here. */
  private static void refuseContext(BlockStatement block, String display) {
    block.accept(
        new VisitorImpl<Void>() {
          @Override
          public Void visit(ParameterExpression parameter) {
            if (parameter == DataContext.ROOT) {
              throw new MillraceException(
                  ErrorCode.UNSUPPORTED,
                  "not supported in a materialized view: "
                      + display
                      + ", because its value depends on the session");
            }
            return null;
          }
        });
  }

  private Expression parameter(int index, RelDataType input, Type storage) {
    DataType type =
        TypeConverter.toDataType(input.getFieldList().get(index).getType()).orElseThrow();
    ParameterExpression parameter = parameter(index, type);
    return storage == null ? parameter : EnumUtils.convert(parameter, storage);
  }

  private ParameterExpression parameter(int index, DataType type) {
    return Expressions.parameter(javaClass(type), "c" + index);
  }

  private Type javaClass(DataType type) {
    Type java = typeFactory.getJavaClass(TypeConverter.toRelDataType(type, typeFactory));
    return type.nullable() ? Primitive.box(java) : Types.toClass(java);
  }

  private static TreeSet<Integer> references(RexNode expression) {
    TreeSet<Integer> columns = new TreeSet<>();
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
}

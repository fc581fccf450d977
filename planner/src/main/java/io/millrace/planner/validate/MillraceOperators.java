package io.millrace.planner.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlWindowTableFunction;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;

/**
 * The functions that queries may call: the standard's, PostgreSQL's and some that people know from
 * elsewhere. Immutable.
 */
public final class MillraceOperators {
  /** Of other libraries; none has a name that the standard or PostgreSQL gives another meaning. */
  private static final List<SqlOperator> MORE =
      List.of(
          SqlLibraryOperators.IF,
          SqlLibraryOperators.IFNULL,
          SqlLibraryOperators.NVL,
          SqlLibraryOperators.ENDS_WITH,
          SqlLibraryOperators.REVERSE,
          SqlLibraryOperators.SAFE_CAST,
          SqlLibraryOperators.DATE_TRUNC,
          SqlLibraryOperators.LOGICAL_AND,
          SqlLibraryOperators.LOGICAL_OR,
          SqlLibraryOperators.TO_HEX,
          SqlLibraryOperators.FROM_HEX,
          SqlLibraryOperators.LOG2,
          SqlLibraryOperators.COSH,
          SqlLibraryOperators.SINH,
          SqlLibraryOperators.TANH);

  /** What the expression, or its group of this number, found first; NULL if nothing. */
  private static final SqlFunction REGEXP_EXTRACT =
      SqlBasicFunction.create(
          "REGEXP_EXTRACT",
          ReturnTypes.VARCHAR_FORCE_NULLABLE,
          OperandTypes.or(OperandTypes.STRING_STRING, OperandTypes.STRING_STRING_INTEGER),
          SqlFunctionCategory.STRING);

  private static final SqlFunction REGEXP_COUNT =
      SqlBasicFunction.create(
          "REGEXP_COUNT",
          ReturnTypes.INTEGER_NULLABLE,
          OperandTypes.STRING_STRING,
          SqlFunctionCategory.STRING);

  /** Values that no column can hold, or whose result depends on chance. */
  private static final Set<String> LEFT_OUT =
      Set.of("ARRAY_AGG", "ARRAY_CONCAT_AGG", "STRING_TO_ARRAY", "RANDOM", "STRING_AGG");

  private static final SqlOperatorTable TABLE =
      new Selected(
          SqlOperatorTables.chain(
              SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                  SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL),
              SqlOperatorTables.of(MORE),
              SqlOperatorTables.of(REGEXP_EXTRACT, REGEXP_COUNT),
              SqlOperatorTables.of(WindowTableFunction.ALL)));

  private MillraceOperators() {}

  public static SqlOperatorTable table() {
    return TABLE;
  }

  /** The names of all functions in lower case, for suggestions. */
  static Set<String> functionNames() {
    Set<String> names = new TreeSet<>();
    for (SqlOperator operator : new ArrayList<>(TABLE.getOperatorList())) {
      if (operator instanceof SqlFunction) {
        names.add(operator.getName().toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  /** Finds functions by names in any case, unlike relations and columns. */
  private record Selected(SqlOperatorTable operators) implements SqlOperatorTable {
    @Override
    public void lookupOperatorOverloads(
        SqlIdentifier name,
        SqlFunctionCategory category,
        SqlSyntax syntax,
        List<SqlOperator> found,
        SqlNameMatcher matcher) {
      operators.lookupOperatorOverloads(
          name, category, syntax, found, SqlNameMatchers.withCaseSensitive(false));
      found.removeIf(operator -> !isSelected(operator));
    }

    @Override
    public List<SqlOperator> getOperatorList() {
      return operators.getOperatorList().stream().filter(Selected::isSelected).toList();
    }

    private static boolean isSelected(SqlOperator operator) {
      return !LEFT_OUT.contains(operator.getName())
          && (!(operator instanceof SqlWindowTableFunction)
              || operator instanceof WindowTableFunction);
    }
  }
}

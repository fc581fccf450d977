package io.millrace.planner.validate;

import static org.apache.calcite.util.Static.RESOURCE;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.planner.catalog.CatalogReader;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Turns the validator's errors into Millrace's, with codes and suggestions. */
public final class ValidationErrors {
  private static final String FIRST = "\u0001";
  private static final String OTHER = "\u0002";

  private enum Subject {
    AMBIGUOUS,
    COLUMN,
    RELATION,
    FUNCTION,
    OTHER
  }

  /** One of the validator's messages, recognized by the text that Calcite itself makes of it. */
  private record Known(Pattern pattern, ErrorCode code, Subject subject) {
    static Known of(Resources.Inst message, ErrorCode code, Subject subject) {
      String regex =
          Pattern.quote(message.str()).replace(FIRST, "\\E(.*?)\\Q").replace(OTHER, "\\E.*?\\Q");
      return new Known(Pattern.compile(regex, Pattern.DOTALL), code, subject);
    }
  }

  private static final List<Known> KNOWN =
      List.of(
          column(RESOURCE.columnNotFound(FIRST)),
          column(RESOURCE.columnNotFoundDidYouMean(FIRST, OTHER)),
          column(RESOURCE.columnNotFoundInTable(FIRST, OTHER)),
          column(RESOURCE.columnNotFoundInTableDidYouMean(FIRST, OTHER, OTHER)),
          column(RESOURCE.unknownField(FIRST)),
          // A column of the select list that no relation has is taken for its own alias.
          column(RESOURCE.columnIsCyclic(FIRST, OTHER)),
          column(RESOURCE.unknownTargetColumn(FIRST)),
          relation(RESOURCE.tableNameNotFound(FIRST)),
          relation(RESOURCE.tableNameNotFoundDidYouMean(FIRST, OTHER)),
          relation(RESOURCE.objectNotFound(FIRST)),
          relation(RESOURCE.objectNotFoundWithin(FIRST, OTHER)),
          relation(RESOURCE.objectNotFoundDidYouMean(FIRST, OTHER)),
          relation(RESOURCE.objectNotFoundWithinDidYouMean(FIRST, OTHER, OTHER)),
          Known.of(
              RESOURCE.validatorUnknownFunction(FIRST),
              ErrorCode.UNKNOWN_FUNCTION,
              Subject.FUNCTION),
          Known.of(RESOURCE.columnAmbiguous(FIRST), ErrorCode.INVALID_STATEMENT, Subject.AMBIGUOUS),
          type(RESOURCE.canNotApplyOp2Type(OTHER, OTHER, OTHER)),
          type(RESOURCE.incompatibleValueType(OTHER)),
          type(RESOURCE.incompatibleTypesInList()),
          type(RESOURCE.incompatibleTypes()),
          type(RESOURCE.cannotCastValue(OTHER, OTHER)),
          type(RESOURCE.columnTypeMismatchInSetop(0, OTHER)));

  private final CatalogReader catalog;
  private final SqlNode statement;

  /**
   * @param statement before validation, in which names are looked for that suggestions come from
   */
  public ValidationErrors(CatalogReader catalog, SqlNode statement) {
    this.catalog = catalog;
    this.statement = statement;
  }

  private static Known column(Resources.Inst message) {
    return Known.of(message, ErrorCode.UNKNOWN_COLUMN, Subject.COLUMN);
  }

  private static Known relation(Resources.Inst message) {
    return Known.of(message, ErrorCode.UNKNOWN_RELATION, Subject.RELATION);
  }

  private static Known type(Resources.Inst message) {
    return Known.of(message, ErrorCode.TYPE_MISMATCH, Subject.OTHER);
  }

  /** The error that a user sees for what the validator threw. */
  public MillraceException translate(CalciteContextException error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    SourcePosition position =
        error.getPosLine() < 1 || error.getPosColumn() < 1
            ? null
            : new SourcePosition(error.getPosLine(), error.getPosColumn());
    String message = String.valueOf(cause.getMessage());
    for (Known known : KNOWN) {
      Matcher matcher = known.pattern().matcher(message);
      if (matcher.matches()) {
        return new MillraceException(
            known.code(), position, describe(known.subject(), matcher, message), error);
      }
    }
    return new MillraceException(ErrorCode.INVALID_STATEMENT, position, sentence(message), error);
  }

  private String describe(Subject subject, Matcher matcher, String message) {
    return switch (subject) {
      case COLUMN -> noColumn(matcher);
      case RELATION ->
          "there is no table, view or source '"
              + matcher.group(1)
              + "'"
              + near(matcher, name -> catalog.names());
      case FUNCTION -> unknownFunction(matcher.group(1));
      case AMBIGUOUS -> ambiguous(matcher.group(1), message);
      case OTHER -> sentence(message);
    };
  }

  private String noColumn(Matcher matcher) {
    String name = matcher.group(1);
    String near = near(matcher, this::columns);
    return "there is no column '"
        + name
        + "'"
        + (near.isEmpty() && catalog.find(name).isPresent()
            ? ", but a relation; a table function takes it as TABLE " + name
            : near);
  }

  private static String ambiguous(String column, String message) {
    return sentence(message)
        + (column.startsWith("window_")
            ? "; name its table before it, or, if a window's table has such a column already, give"
                + " that another name: TUMBLE((SELECT …, "
                + column
                + " AS inner_"
                + column
                + " FROM …), …)"
            : "; name its table before it");
  }

  /** Either the function is unknown, or it does not take arguments of these types. */
  private static String unknownFunction(String signature) {
    int parenthesis = signature.indexOf('(');
    String name = parenthesis < 0 ? signature : signature.substring(0, parenthesis);
    Set<String> functions = MillraceOperators.functionNames();
    if (functions.contains(name.toLowerCase(Locale.ROOT))) {
      return "there is no function " + signature + ": " + name + " takes other arguments";
    }
    return "there is no function '" + name + "'" + suggestion(name, functions);
  }

  private static String near(Matcher matcher, Function<String, Collection<String>> candidates) {
    String name = matcher.group(1);
    return suggestion(name, candidates.apply(name));
  }

  private static String suggestion(String name, Collection<String> candidates) {
    Optional<String> closest = Suggestions.closest(name, candidates);
    return closest.map(found -> "; did you mean '" + found + "'?").orElse("");
  }

  /** The columns of all relations that the statement names. */
  private Collection<String> columns(String wanted) {
    Set<String> columns = new TreeSet<>();
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier identifier) {
            if (!identifier.isStar()) {
              catalog
                  .find(identifier.names.get(identifier.names.size() - 1))
                  .ifPresent(
                      relation -> relation.rowType().columns().forEach(c -> columns.add(c.name())));
            }
            return null;
          }

          @Override
          public Void visit(SqlCall call) {
            call.getOperandList().stream()
                .filter(java.util.Objects::nonNull)
                .forEach(operand -> operand.accept(this));
            return null;
          }
        });
    columns.remove(wanted);
    return columns;
  }

  /** Beginning in lower case, if it is no word of SQL that it begins with. */
  private static String sentence(String message) {
    boolean word = message.length() > 1 && Character.isLowerCase(message.charAt(1));
    return word ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1) : message;
  }
}

package io.millrace.planner.convert;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.parser.MillraceParser;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.expression.TimeWindows;
import io.millrace.planner.validate.AdHocQueryCheck;
import io.millrace.planner.validate.ContinuousQueryCheck;
import io.millrace.planner.validate.MillraceValidator;
import io.millrace.planner.validate.NullableConvertlets;
import io.millrace.planner.validate.ValidationErrors;
import io.millrace.planner.validate.WindowArguments;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/**
 * Validates queries and converts them to relational algebra. One for each planning run; used by one
 * thread.
 */
public final class QueryConverter {
  /** How a query runs. */
  public enum Mode {
    /** Kept up to date: what no incremental operator computes is refused. */
    CONTINUOUS,
    /** Answered once: everything goes that Calcite can do. */
    ONCE
  }

  private final PlanningContext context;
  private final CatalogReader catalog;
  private final CalciteCatalogReader reader;
  private final Mode mode;

  /**
   * @param root holds the schema {@link CatalogReader#SCHEMA} and perhaps others
   */
  public QueryConverter(
      PlanningContext context, CatalogReader catalog, CalciteSchema root, Mode mode) {
    this.context = context;
    this.catalog = catalog;
    this.mode = mode;
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    this.reader =
        new CalciteCatalogReader(
            root,
            List.of(CatalogReader.SCHEMA),
            context.typeFactory(),
            new CalciteConnectionConfigImpl(properties));
  }

  /** A query that has been found right. */
  public record Validated(
      SqlNode node, RelDataType rowType, SqlValidator validator, Map<SqlParserPos, String> calls) {
    /**
     * @param calls the functions that columns call, as they were written, by their places
     */
    public Validated {
      calls = Map.copyOf(calls);
    }
  }

  /** Validates a query; the tree that is passed in may be changed. */
  public Validated validate(SqlNode query) {
    MillraceValidator validator = new MillraceValidator(reader, context.typeFactory());
    return withErrors(
        query,
        () -> {
          Map<SqlParserPos, String> calls = OutputColumns.calls(query);
          WindowArguments.rewrite(query);
          SqlNode validated = validator.validate(query);
          return new Validated(
              validated, validator.getValidatedNodeType(validated), validator, calls);
        });
  }

  /** Converts a validated query. */
  public RelRoot convert(Validated query) {
    return withErrors(
        query.node(),
        () -> {
          RelRoot root = converter(query.validator()).convertQuery(query.node(), false, true);
          RelNode times = root.rel.accept(new AlignedTimes(context.relBuilder()));
          return root.withRel(times.accept(new TimeWindows(context.relBuilder())));
        });
  }

  private SqlToRelConverter converter(SqlValidator validator) {
    return new SqlToRelConverter(
        this::expandView,
        validator,
        reader,
        context.cluster(),
        NullableConvertlets.INSTANCE,
        SqlToRelConverter.config()
            .withExpand(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withTrimUnusedFields(false)
            .withRelBuilderConfigTransform(config -> PlanningContext.BUILDER_CONFIG));
  }

  private RelRoot expandView(
      RelDataType rowType, String sql, List<String> schemaPath, List<String> viewPath) {
    String name = viewPath == null ? "?" : viewPath.get(viewPath.size() - 1);
    try {
      SqlNode query = MillraceParser.parseStatement(sql);
      if (mode == Mode.CONTINUOUS) {
        ContinuousQueryCheck.check(query, "a materialized view");
      } else {
        AdHocQueryCheck.check(query);
      }
      return convert(validate(query));
    } catch (MillraceException e) {
      // Its positions count in the view's text, which the user does not see now.
      throw new MillraceException(e.code(), "In the view '" + name + "': " + e.getMessage(), e);
    }
  }

  private <T> T withErrors(SqlNode query, Supplier<T> work) {
    try {
      return work.get();
    } catch (CalciteContextException e) {
      throw new ValidationErrors(catalog, query).translate(e);
    } catch (MillraceException e) {
      throw e;
    } catch (UnsupportedOperationException e) {
      throw new MillraceException(ErrorCode.UNSUPPORTED, "not supported: " + e.getMessage(), e);
    }
  }

  /** A validator for one query, or for types. */
  public SqlValidator validator() {
    return new MillraceValidator(reader, context.typeFactory());
  }

  /** How Calcite's planners look at tables. */
  public RelOptTable table(List<String> path) {
    return reader.getTable(path);
  }
}

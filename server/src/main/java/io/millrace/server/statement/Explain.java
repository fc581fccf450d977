package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.ExplainLevel;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlExplainPlan;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.session.PreparedStatement;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** EXPLAIN: plans as text, a line a row. */
final class Explain {
  private static final RowType COLUMNS = TextTable.columns("plan");

  private final StatementSource source;
  private final StatementServices services;

  private Explain(StatementSource source, StatementServices services) {
    this.source = source;
    this.services = services;
  }

  static PreparedStatement prepare(StatementSource source, StatementServices services) {
    Explain explain = new Explain(source, services);
    return ActionStatement.rows(
        source.text(),
        COLUMNS,
        cancelled -> TextTable.rows(COLUMNS, TextTable.lines(explain.text())));
  }

  private String text() {
    SqlExplainPlan statement = (SqlExplainPlan) source.tree();
    CatalogSnapshot catalog = services.catalog().snapshot();
    if (statement.view() != null) {
      return existing(statement.view(), catalog);
    }
    SqlNode explained = statement.statement();
    if (explained.isA(SqlKind.QUERY)) {
      return statement.level() == ExplainLevel.ALL
          ? bothWays(explained, catalog)
          : MillracePlanner.explain(explained, statement.level(), catalog);
    }
    if (explained instanceof SqlCreateMaterializedView || explained instanceof SqlCreateSink) {
      return MillracePlanner.explain(explained, statement.level(), catalog);
    }
    throw new MillraceException(
        ErrorCode.UNSUPPORTED,
        source.start(),
        "there is no plan to explain: EXPLAIN is for queries, CREATE MATERIALIZED VIEW and"
            + " CREATE SINK",
        null);
  }

  /** How a query is answered once, and how it would be kept up to date. */
  private String bothWays(SqlNode query, CatalogSnapshot catalog) {
    String once = null;
    MillraceException refusal = null;
    try {
      once = services.queries().plan(query, catalog).explain();
    } catch (MillraceException e) {
      refusal = e;
    }
    try {
      // Planning has used up the first tree.
      SqlNode again = ((SqlExplainPlan) source.tree()).statement();
      String continuous = MillracePlanner.explain(again, ExplainLevel.ALL, catalog);
      return (once == null
              ? "As a query: " + refusal.detail() + "\n"
              : "As a query\n" + indented(once))
          + "\nAs a materialized view\n"
          + indented(continuous);
    } catch (MillraceException e) {
      if (once == null) {
        throw refusal;
      }
      return "As a query\n" + indented(once) + "\nAs a materialized view: " + e.detail();
    }
  }

  private static String indented(String text) {
    return text.lines()
        .map(line -> line.isEmpty() ? "\n" : "  " + line + "\n")
        .collect(Collectors.joining());
  }

  private static String existing(SqlIdentifier name, CatalogSnapshot catalog) {
    CatalogEntry entry = Names.require(name, catalog);
    if (entry.relation() instanceof CatalogRelation.MaterializedView view) {
      return MillracePlanner.explain(entry.name(), view.spec().plan(), catalog);
    }
    throw Names.error(
        ErrorCode.WRONG_RELATION_KIND,
        name,
        "'" + entry.name() + "' is a " + entry.relation().kind() + ", not a materialized view");
  }
}

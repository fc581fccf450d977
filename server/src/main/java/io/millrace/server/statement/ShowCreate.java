package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlShowCreate;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.session.PreparedStatement;
import java.util.List;

/** SHOW CREATE: the statement that created a relation, as it was written. */
final class ShowCreate {
  private static final RowType COLUMNS = TextTable.columns("name", "create_statement");

  private ShowCreate() {}

  static PreparedStatement prepare(SqlShowCreate statement, String sql, Catalog catalog) {
    return ActionStatement.rows(
        sql,
        COLUMNS,
        cancelled -> {
          CatalogEntry entry = Names.require(statement.name(), catalog.snapshot());
          checkKind(statement, entry);
          Object[] row = {entry.name(), entry.sql()};
          return TextTable.rows(COLUMNS, List.<Object[]>of(row));
        });
  }

  private static void checkKind(SqlShowCreate statement, CatalogEntry entry) {
    ObjectKind wanted = statement.kind();
    if (wanted != null && wanted != Kinds.of(entry)) {
      throw Names.error(
          ErrorCode.WRONG_RELATION_KIND,
          statement.name(),
          "'"
              + entry.name()
              + "' is a "
              + entry.relation().kind()
              + ", not a "
              + Kinds.word(wanted)
              + "; write SHOW CREATE "
              + Kinds.of(entry).words());
    }
  }
}

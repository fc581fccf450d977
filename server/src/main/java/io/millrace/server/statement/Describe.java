package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.SqlDescribeRelation;
import io.millrace.parser.ddl.SqlShowColumns;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** DESCRIBE and SHOW COLUMNS. */
final class Describe {
  private Describe() {}

  static PreparedStatement prepare(
      SqlDescribeRelation statement, String sql, StatementServices services) {
    if (!statement.isExtended()) {
      return columns(statement.name(), null, sql, services);
    }
    return ActionStatement.rows(
        sql,
        RelationDescription.PROPERTIES,
        cancelled -> {
          CatalogSnapshot catalog = services.catalog().snapshot();
          return TextTable.rows(
              RelationDescription.PROPERTIES,
              RelationDescription.properties(Names.require(statement.name(), catalog), catalog));
        });
  }

  static PreparedStatement prepare(
      SqlShowColumns statement, String sql, StatementServices services) {
    return columns(statement.name(), statement.likePattern(), sql, services);
  }

  private static PreparedStatement columns(
      SqlIdentifier name, String like, String sql, StatementServices services) {
    return ActionStatement.rows(
        sql,
        RelationDescription.COLUMNS,
        cancelled ->
            TextTable.rows(
                RelationDescription.COLUMNS, rows(name, new LikePattern(like), services)));
  }

  private static List<Object[]> rows(
      SqlIdentifier name, LikePattern like, StatementServices services) {
    return system(name, services)
        .map(rowType -> RelationDescription.columns(rowType, like))
        .orElseGet(
            () ->
                RelationDescription.columns(
                    Names.require(name, services.catalog().snapshot()).relation(), like));
  }

  /** The columns of a relation outside the catalog; empty if the name is of the catalog. */
  private static Optional<RowType> system(SqlIdentifier name, StatementServices services) {
    if (name.names.size() != 2 || !services.system().schemas().contains(name.names.get(0))) {
      return Optional.empty();
    }
    String schema = name.names.get(0);
    String table = name.names.get(1);
    return Optional.of(
        services
            .system()
            .find(schema, table)
            .orElseThrow(
                () ->
                    Names.error(
                        ErrorCode.UNKNOWN_RELATION,
                        name,
                        "there is no relation '"
                            + schema
                            + "."
                            + table
                            + "'"
                            + Names.suggestion(table, services.system().names(schema)))));
  }
}

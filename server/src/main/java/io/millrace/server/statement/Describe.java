package io.millrace.server.statement;

import io.millrace.parser.ddl.SqlDescribeRelation;
import io.millrace.parser.ddl.SqlShowColumns;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
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
    return RelationDescription.columns(
        Names.require(name, services.catalog().snapshot()).relation(), like);
  }
}

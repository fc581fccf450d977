package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** SUBSCRIBE. */
final class SubscriptionStatement implements PreparedStatement {
  private final String sql;
  private final SqlSubscribe statement;
  private final StatementServices services;
  private final RowType rowType;

  SubscriptionStatement(String sql, SqlSubscribe statement, StatementServices services) {
    this.sql = sql;
    this.statement = statement;
    this.services = services;
    this.rowType = services.queries().rowType(statement, services.catalog().snapshot());
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public Kind kind() {
    return Kind.SUBSCRIPTION;
  }

  @Override
  public Optional<RowType> rowType() {
    return Optional.of(rowType);
  }

  @Override
  public List<DataType> parameters() {
    return List.of();
  }

  @Override
  public StatementResult execute(List<Object> parameters, AtomicBoolean cancelled) {
    return Failures.guard(
        sql,
        () -> {
          CatalogSnapshot catalog = services.catalog().snapshot();
          if (!services.queries().rowType(statement, catalog).equals(rowType)) {
            throw new MillraceException(
                ErrorCode.INVALID_STATEMENT,
                statement.namePosition(),
                "the relation has other columns than when this statement was prepared; prepare it"
                    + " again",
                null);
          }
          return new StatementResult.Rows(services.queries().subscribe(statement, catalog));
        });
  }
}

package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** SELECT, VALUES, WITH, and combinations of them. */
final class QueryStatement implements PreparedStatement {
  private final StatementSource source;
  private final Queries queries;
  private final String user;
  private final CatalogPlan<PlannedQuery> plan;

  /** What the client was told. */
  private final RowType rowType;

  private final List<DataType> parameters;

  QueryStatement(StatementSource source, StatementServices services, String user) {
    this.source = source;
    this.queries = services.queries();
    this.user = user;
    this.plan = new CatalogPlan<>(source, services.catalog(), queries::plan);
    this.rowType = plan.current().rowType();
    this.parameters = plan.current().parameters();
  }

  @Override
  public String sql() {
    return source.text();
  }

  @Override
  public Kind kind() {
    return Kind.QUERY;
  }

  @Override
  public Optional<RowType> rowType() {
    return Optional.of(rowType);
  }

  @Override
  public List<DataType> parameters() {
    return parameters;
  }

  @Override
  public StatementResult execute(List<Object> values, AtomicBoolean cancelled) {
    return Failures.guard(
        source.text(),
        () -> {
          PlannedQuery planned = plan.current();
          if (!planned.rowType().equals(rowType) || !planned.parameters().equals(parameters)) {
            throw new MillraceException(
                ErrorCode.INVALID_STATEMENT,
                source.start(),
                "a relation has other columns than when this statement was prepared; prepare it"
                    + " again",
                null);
          }
          return new StatementResult.Rows(queries.run(planned, values, cancelled, user));
        });
  }
}

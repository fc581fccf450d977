package io.millrace.server.statement;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.server.dml.PlannedChange;
import io.millrace.server.dml.TableChanges;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** INSERT, UPDATE and DELETE. */
final class ChangeStatement implements PreparedStatement {
  private final StatementSource source;
  private final TableChanges changes;
  private final String user;
  private final CatalogPlan<PlannedChange> plan;
  private final List<DataType> parameters;

  ChangeStatement(StatementSource source, StatementServices services, String user) {
    this.source = source;
    this.changes = services.changes();
    this.user = user;
    this.plan = new CatalogPlan<>(source, services.catalog(), changes::plan);
    this.parameters = plan.current().parameters();
  }

  @Override
  public String sql() {
    return source.text();
  }

  @Override
  public Kind kind() {
    return Kind.CHANGE;
  }

  @Override
  public Optional<RowType> rowType() {
    return Optional.empty();
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
          PlannedChange change = plan.current();
          long rows = changes.execute(change, values, cancelled, user);
          return new StatementResult.Updated(change.tag(), rows);
        });
  }
}

package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.parser.ddl.SqlSetVariable;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Locale;

/** ALTER SYSTEM: what of the database can be changed while it runs, the number of workers. */
final class SystemSettings {
  private static final List<String> NAMES = List.of("parallelism", "workers");

  private final StatementServices services;
  private final SchemaChanges schemaChanges;

  SystemSettings(StatementServices services, SchemaChanges schemaChanges) {
    this.services = services;
    this.schemaChanges = schemaChanges;
  }

  PreparedStatement prepare(SqlSetVariable statement, String sql) {
    int workers = workers(statement);
    return ActionStatement.command(
        sql,
        cancelled -> {
          schemaChanges.whileNothingChanges(
              cancelled,
              relations -> {
                services.engine().rescale(workers, relations);
                services.keepWorkers().accept(workers);
              });
          return new StatementResult.Done("ALTER SYSTEM");
        });
  }

  private int workers(SqlSetVariable statement) {
    String name = statement.nameText();
    if (name == null || !NAMES.contains(name.toLowerCase(Locale.ROOT))) {
      throw Names.error(
          ErrorCode.INVALID_OPTION,
          statement.name() == null ? statement : statement.name(),
          "of the database only 'parallelism' can be changed while it is open");
    }
    int most = services.engine().config().keyGroups();
    if (statement.isReset()) {
      return Math.min(Runtime.getRuntime().availableProcessors(), most);
    }
    int workers;
    try {
      workers = Integer.parseInt(statement.valueText());
    } catch (NumberFormatException e) {
      workers = 0;
    }
    if (workers < 1 || workers > most) {
      throw Names.error(
          ErrorCode.INVALID_OPTION,
          statement.value(),
          "parallelism must be a number from 1 to "
              + most
              + ", the number of key groups that state is divided into, not '"
              + statement.valueText()
              + "'");
    }
    return workers;
  }
}

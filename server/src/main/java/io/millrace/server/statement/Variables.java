package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.SqlSetVariable;
import io.millrace.parser.ddl.SqlShowVariable;
import io.millrace.server.config.Setting;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.session.Session;
import io.millrace.server.session.SessionVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** SET, RESET and SHOW of variables: those of the session, and to look at those of the database. */
final class Variables {
  private static final RowType ALL = TextTable.columns("name", "value", "description");

  private final Session session;
  private final List<Setting> databaseSettings;

  Variables(Session session, List<Setting> databaseSettings) {
    this.session = session;
    this.databaseSettings = databaseSettings;
  }

  PreparedStatement prepare(SqlShowVariable statement, String sql) {
    if (statement.name() == null) {
      return ActionStatement.rows(sql, ALL, cancelled -> TextTable.rows(ALL, allRows()));
    }
    RowType rowType = TextTable.columns(find(statement.name()).name());
    return ActionStatement.rows(
        sql,
        rowType,
        cancelled -> {
          Object[] row = {find(statement.name()).value()};
          return TextTable.rows(rowType, List.<Object[]>of(row));
        });
  }

  PreparedStatement prepare(SqlSetVariable statement, String sql) {
    if (statement.name() == null) {
      return ActionStatement.command(
          sql,
          cancelled -> {
            Arrays.stream(SessionVariable.values()).forEach(session.settings()::reset);
            return new StatementResult.Done("RESET");
          });
    }
    SessionVariable variable = changeable(statement.name());
    return ActionStatement.command(
        sql,
        cancelled -> {
          if (statement.isReset()) {
            session.settings().reset(variable);
            return new StatementResult.Done("RESET");
          }
          set(statement, variable);
          return new StatementResult.Done("SET");
        });
  }

  private void set(SqlSetVariable statement, SessionVariable variable) {
    try {
      session.settings().set(variable, statement.valueText());
    } catch (MillraceException e) {
      throw Names.error(e.code(), statement.name(), e.detail());
    }
  }

  private List<Object[]> allRows() {
    return all().stream()
        .sorted(Comparator.comparing(Setting::name))
        .map(setting -> new Object[] {setting.name(), setting.value(), setting.description()})
        .toList();
  }

  private List<Setting> all() {
    List<Setting> all = new ArrayList<>(session.settings().all());
    all.addAll(databaseSettings);
    return all;
  }

  private Setting find(SqlIdentifier name) {
    return named(name, all()).orElseThrow(() -> unknown(name));
  }

  private static Optional<Setting> named(SqlIdentifier name, List<Setting> settings) {
    String text = String.join(".", name.names);
    return settings.stream().filter(setting -> setting.name().equalsIgnoreCase(text)).findFirst();
  }

  private SessionVariable changeable(SqlIdentifier name) {
    String text = String.join(".", name.names);
    if (named(name, databaseSettings).isPresent()) {
      throw Names.error(
          ErrorCode.INVALID_OPTION,
          name,
          "'" + text + "' belongs to the database and cannot be changed while it is open");
    }
    return Arrays.stream(SessionVariable.values())
        .filter(variable -> variable.spelled().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private MillraceException unknown(SqlIdentifier name) {
    String text = String.join(".", name.names);
    List<String> names = all().stream().map(Setting::name).toList();
    String suggestion = Names.suggestion(text, names);
    return Names.error(
        ErrorCode.INVALID_OPTION,
        name,
        "there is no setting '"
            + text
            + "'"
            + (suggestion.isEmpty() ? "; SHOW ALL lists them" : suggestion));
  }
}

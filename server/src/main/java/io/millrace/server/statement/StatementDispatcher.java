package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ddl.OptionsStatement;
import io.millrace.parser.ddl.SqlCheckpoint;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.parser.ddl.SqlDescribeRelation;
import io.millrace.parser.ddl.SqlDropObject;
import io.millrace.parser.ddl.SqlDropSavepoint;
import io.millrace.parser.ddl.SqlExplainPlan;
import io.millrace.parser.ddl.SqlSavepoint;
import io.millrace.parser.ddl.SqlSetVariable;
import io.millrace.parser.ddl.SqlShowColumns;
import io.millrace.parser.ddl.SqlShowCreate;
import io.millrace.parser.ddl.SqlShowObjects;
import io.millrace.parser.ddl.SqlShowSavepoints;
import io.millrace.parser.ddl.SqlShowVariable;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.session.Session;
import io.millrace.server.session.StatementPreparer;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;

/** Tells the kinds of statements apart. Thread-safe. */
public final class StatementDispatcher implements StatementPreparer {
  private final StatementServices services;
  private final SchemaChanges schemaChanges;
  private final Savepoints savepoints;

  public StatementDispatcher(StatementServices services) {
    this.services = services;
    this.schemaChanges = new SchemaChanges(services.catalog(), services.engine());
    this.savepoints = new Savepoints(schemaChanges, services);
  }

  @Override
  public PreparedStatement prepare(ParsedStatement statement, Session session) {
    return Failures.guard(
        statement.text(), () -> dispatch(new StatementSource(statement), session));
  }

  private PreparedStatement dispatch(StatementSource source, Session session) {
    SqlNode node = source.shape();
    String sql = source.text();
    if (node instanceof SqlCreate) {
      return create(source, (SqlCreate) node);
    }
    if (node instanceof SqlDropObject drop) {
      return drop(sql, drop);
    }
    if (node instanceof SqlShowObjects show) {
      return ShowObjects.prepare(show, sql, services.catalog());
    }
    if (node instanceof SqlShowColumns show) {
      return Describe.prepare(show, sql, services);
    }
    if (node instanceof SqlDescribeRelation describe) {
      return Describe.prepare(describe, sql, services);
    }
    if (node instanceof SqlShowCreate show) {
      return ShowCreate.prepare(show, sql, services.catalog());
    }
    if (node instanceof SqlShowVariable show) {
      return new Variables(session, services.databaseSettings().get()).prepare(show, sql);
    }
    if (node instanceof SqlSetVariable set && set.isSystem()) {
      return new SystemSettings(services, schemaChanges).prepare(set, sql);
    }
    if (node instanceof SqlSetVariable set) {
      return new Variables(session, services.databaseSettings().get()).prepare(set, sql);
    }
    if (node instanceof SqlExplainPlan) {
      return Explain.prepare(source, services);
    }
    if (node instanceof SqlCheckpoint) {
      return checkpoint(sql);
    }
    if (node instanceof SqlSavepoint savepoint) {
      return savepoints.prepare(savepoint, sql);
    }
    if (node instanceof SqlDropSavepoint drop) {
      return savepoints.prepare(drop, sql);
    }
    if (node instanceof SqlShowSavepoints show) {
      return savepoints.prepare(show, sql);
    }
    if (node instanceof SqlSubscribe subscribe) {
      return new SubscriptionStatement(sql, subscribe, services);
    }
    if (node.isA(SqlKind.QUERY)) {
      return new QueryStatement(source, services, session.user());
    }
    if (node instanceof SqlInsert || node instanceof SqlUpdate || node instanceof SqlDelete) {
      return new ChangeStatement(source, services, session.user());
    }
    throw new MillraceException(
        ErrorCode.UNSUPPORTED,
        source.start(),
        "not supported: " + node.getKind().lowerName.replace('_', ' ') + " statements",
        null);
  }

  private PreparedStatement create(StatementSource source, SqlCreate shape) {
    definition(source, shape);
    return ActionStatement.command(
        source.text(),
        cancelled -> {
          SqlCreate tree = (SqlCreate) source.tree();
          Definition definition = definition(source, tree);
          OptionErrors.locate(
              (OptionsStatement) tree, () -> schemaChanges.create(definition, cancelled));
          return new StatementResult.Done("CREATE " + definition.kind().words());
        });
  }

  private static Definition definition(StatementSource source, SqlCreate tree) {
    String sql = source.text();
    if (tree instanceof SqlCreateSource create) {
      return new SourceDefinition(create, sql);
    }
    if (tree instanceof SqlCreateTable create) {
      return new TableDefinition(create, sql);
    }
    if (tree instanceof SqlCreateView create) {
      return new ViewDefinition(create, sql);
    }
    if (tree instanceof SqlCreateMaterializedView create) {
      return new MaterializedViewDefinition(create, sql);
    }
    if (tree instanceof SqlCreateSink create) {
      return new SinkDefinition(create, sql);
    }
    throw new MillraceException(
        ErrorCode.UNSUPPORTED,
        source.start(),
        "not supported: " + tree.getOperator().getName(),
        null);
  }

  private PreparedStatement drop(String sql, SqlDropObject statement) {
    return ActionStatement.command(
        sql,
        cancelled -> {
          schemaChanges.drop(statement, cancelled);
          return new StatementResult.Done("DROP " + statement.kind().words());
        });
  }

  private PreparedStatement checkpoint(String sql) {
    return ActionStatement.command(
        sql,
        cancelled -> {
          services.engine().checkpoint();
          return new StatementResult.Done("CHECKPOINT");
        });
  }
}

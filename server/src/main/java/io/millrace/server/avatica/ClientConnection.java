package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.server.session.Session;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.Meta.StatementHandle;
import org.apache.calcite.avatica.NoSuchStatementException;

/** One client's session with its open statements. For any thread. */
final class ClientConnection {
  /** The only catalog. */
  static final String CATALOG = "millrace";

  private final String id;
  private final Session session;
  private final int mostStatements;
  private final AtomicInteger lastStatement = new AtomicInteger();
  private final Map<Integer, ClientStatement> statements = new ConcurrentHashMap<>();
  private final Meta.ConnectionProperties properties =
      new ConnectionPropertiesImpl(
          true, false, Connection.TRANSACTION_NONE, CATALOG, CatalogReader.SCHEMA);
  private volatile long lastUsed = System.nanoTime();
  private volatile boolean closed;

  ClientConnection(String id, Session session, int mostStatements) {
    this.id = id;
    this.session = session;
    this.mostStatements = mostStatements;
  }

  void use() {
    lastUsed = System.nanoTime();
  }

  long lastUsed() {
    return lastUsed;
  }

  /** Takes over what the client wants changed, and returns all properties. */
  synchronized Meta.ConnectionProperties sync(Meta.ConnectionProperties wanted) {
    if (Boolean.FALSE.equals(wanted.isAutoCommit())) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported: transactions over several statements. Each statement commits when it is"
              + " done; leave auto-commit on");
    }
    if (wanted.getCatalog() != null && !wanted.getCatalog().equals(CATALOG)) {
      throw new MillraceException(
          ErrorCode.INVALID_NAME,
          "There is no catalog '" + wanted.getCatalog() + "'; the only one is '" + CATALOG + "'.");
    }
    if (wanted.getSchema() != null && !wanted.getSchema().equals(CatalogReader.SCHEMA)) {
      throw new MillraceException(
          ErrorCode.INVALID_NAME,
          "The schema of unqualified names is always '"
              + CatalogReader.SCHEMA
              + "', not '"
              + wanted.getSchema()
              + "'. Write names of other schemas in full, such as information_schema.tables.");
    }
    properties.merge(wanted);
    return properties;
  }

  ClientStatement createStatement() {
    if (statements.size() >= mostStatements) {
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          "The connection has "
              + mostStatements
              + " open statements, which is the limit. Close statements that are not needed any"
              + " more.");
    }
    StatementHandle handle = new StatementHandle(id, lastStatement.incrementAndGet(), null);
    ClientStatement statement = new ClientStatement(handle, session);
    statements.put(handle.id, statement);
    if (closed) {
      // Closed meanwhile, perhaps before this statement could be seen.
      closeStatement(handle.id);
    }
    return statement;
  }

  ClientStatement statement(StatementHandle handle) throws NoSuchStatementException {
    ClientStatement statement = statements.get(handle.id);
    if (statement == null) {
      throw new NoSuchStatementException(handle);
    }
    return statement;
  }

  void closeStatement(int statementId) {
    ClientStatement statement = statements.remove(statementId);
    if (statement != null) {
      statement.close();
    }
  }

  void closeIdleResults(long before) {
    statements.values().forEach(statement -> statement.closeIdleResult(before));
  }

  int openStatements() {
    return statements.size();
  }

  /** Ends whatever the client does. */
  void close() {
    closed = true;
    statements.keySet().forEach(this::closeStatement);
    session.close();
  }
}

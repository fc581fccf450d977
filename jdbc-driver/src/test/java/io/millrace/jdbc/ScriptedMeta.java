package io.millrace.jdbc;

import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.apache.calcite.avatica.remote.TypedValue;

/** The server's side of the protocol with answers that a test lays down for each SQL text. */
final class ScriptedMeta extends MetaImpl implements ProtobufMeta {

  static final long DEADLINE_SECONDS = 30;

  /** What one SQL text does. */
  interface Script {}

  /** A query; {@code rows} come in frames as large as the client asks for. */
  record Rows(List<ColumnMetaData> columns, List<Object> rows) implements Script {}

  /** A query that is never done: each fetch gives one of the frames, then empty ones. */
  record Endless(List<ColumnMetaData> columns, List<List<Object>> frames) implements Script {}

  /** A statement without rows. */
  record Count(long count) implements Script {}

  /** A statement that fails. */
  record Fails(String message, int code, String sqlState) implements Script {}

  /** A query whose first frame comes and whose next fetch fails. */
  record FailsLater(List<ColumnMetaData> columns, List<Object> rows, Fails failure)
      implements Script {}

  /** A statement that runs until it is closed. */
  record Blocks(CountDownLatch started) implements Script {}

  private record Open(Script script, List<Object> rows) {}

  final Map<String, Script> scripts = new ConcurrentHashMap<>();
  final Map<String, MetaResultSet> catalog = new ConcurrentHashMap<>();
  final List<List<TypedValue>> parameters = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<Integer> frameSizes = new CopyOnWriteArrayList<>();
  final Map<String, String> hello = new ConcurrentHashMap<>();
  volatile String greeting = WireProtocol.greeting("9.8.7");

  private final AtomicInteger nextStatement = new AtomicInteger();
  private final Map<String, ConnectionPropertiesImpl> connections = new ConcurrentHashMap<>();
  private final Map<Integer, String> statements = new ConcurrentHashMap<>();
  private final Map<Integer, Open> results = new ConcurrentHashMap<>();
  private final Map<Integer, CountDownLatch> closing = new ConcurrentHashMap<>();

  ScriptedMeta() {
    super(null);
  }

  static ColumnMetaData column(String name, int typeId, String typeName, Rep rep) {
    return column(name, typeId, typeName, rep, 0, 0);
  }

  static ColumnMetaData column(
      String name, int typeId, String typeName, Rep rep, int precision, int scale) {
    ColumnMetaData.AvaticaType type = ColumnMetaData.scalar(typeId, typeName, rep);
    return new ColumnMetaData(
        0,
        false,
        true,
        true,
        false,
        1,
        true,
        -1,
        name,
        name,
        null,
        precision,
        scale,
        null,
        null,
        type,
        true,
        false,
        false,
        rep.clazz.getName());
  }

  static List<ColumnMetaData> columns(ColumnMetaData... columns) {
    List<ColumnMetaData> numbered = new ArrayList<>();
    for (ColumnMetaData c : columns) {
      numbered.add(
          new ColumnMetaData(
              numbered.size(),
              false,
              true,
              true,
              false,
              1,
              true,
              -1,
              c.label,
              c.columnName,
              null,
              c.precision,
              c.scale,
              null,
              null,
              c.type,
              true,
              false,
              false,
              c.columnClassName));
    }
    return numbered;
  }

  static Object row(Object... values) {
    return values;
  }

  /** A query of one BIGINT column with the numbers below {@code n}. */
  static Rows numbers(int n) {
    List<Object> rows = new ArrayList<>();
    for (long i = 0; i < n; i++) {
      rows.add(row(i));
    }
    return new Rows(columns(column("i", Types.BIGINT, "BIGINT", Rep.LONG)), rows);
  }

  void forgetConnections() {
    connections.clear();
  }

  void forgetStatements() {
    statements.clear();
    results.clear();
  }

  int openStatements() {
    return statements.size();
  }

  int openConnections() {
    return connections.size();
  }

  static AvaticaRuntimeException error(Fails fails) {
    return new AvaticaRuntimeException(
        fails.message(), fails.code(), fails.sqlState(), AvaticaSeverity.ERROR);
  }

  private void checkConnection(String id) {
    if (!connections.containsKey(id)) {
      throw new NoSuchConnectionException(id);
    }
  }

  private static Signature signature(String sql, List<ColumnMetaData> columns) {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (int i = 0; i < sql.length(); i++) {
      if (sql.charAt(i) == '?') {
        parameters.add(
            new AvaticaParameter(true, 0, 0, Types.OTHER, "ANY", Object.class.getName(), "?"));
      }
    }
    return Signature.create(columns, sql, parameters, CursorFactory.ARRAY, StatementType.SELECT);
  }

  private Script script(String sql) {
    Script script = scripts.get(sql);
    if (script == null) {
      throw error(new Fails("no script for: " + sql, 1901, "XX000"));
    }
    return script;
  }

  @Override
  public void openConnection(ConnectionHandle ch, Map<String, String> info) {
    hello.clear();
    hello.putAll(info);
    connections.put(ch.id, new ConnectionPropertiesImpl());
  }

  @Override
  public void closeConnection(ConnectionHandle ch) {
    calls.add("closeConnection");
    connections.remove(ch.id);
  }

  @Override
  public ConnectionProperties connectionSync(ConnectionHandle ch, ConnectionProperties wanted) {
    checkConnection(ch.id);
    ConnectionPropertiesImpl held = connections.get(ch.id);
    if ("nowhere".equals(wanted.getSchema())) {
      throw error(new Fails("there is no schema nowhere", 1003, "3F000"));
    }
    held.merge(wanted);
    return held;
  }

  @Override
  public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle ch) {
    checkConnection(ch.id);
    Map<DatabaseProperty, Object> properties = new HashMap<>();
    properties.put(DatabaseProperty.AVATICA_VERSION, greeting);
    properties.put(DatabaseProperty.GET_S_Q_L_KEYWORDS, "SUBSCRIBE,WATERMARK");
    return properties;
  }

  @Override
  public StatementHandle createStatement(ConnectionHandle ch) {
    checkConnection(ch.id);
    StatementHandle handle = new StatementHandle(ch.id, nextStatement.incrementAndGet(), null);
    statements.put(handle.id, "");
    closing.put(handle.id, new CountDownLatch(1));
    return handle;
  }

  @Override
  public void closeStatement(StatementHandle h) {
    calls.add("closeStatement");
    statements.remove(h.id);
    results.remove(h.id);
    CountDownLatch latch = closing.remove(h.id);
    if (latch != null) {
      latch.countDown();
    }
  }

  @Override
  public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRowCount) {
    calls.add("prepare");
    if (script(sql) instanceof Fails fails && fails.message().startsWith("prepare")) {
      throw error(fails);
    }
    StatementHandle handle = createStatement(ch);
    statements.put(handle.id, sql);
    List<ColumnMetaData> columns = script(sql) instanceof Rows rows ? rows.columns() : List.of();
    return new StatementHandle(ch.id, handle.id, signature(sql, columns));
  }

  private void checkStatement(StatementHandle h) throws NoSuchStatementException {
    checkConnection(h.connectionId);
    if (!statements.containsKey(h.id)) {
      throw new NoSuchStatementException(h);
    }
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public ExecuteResult prepareAndExecute(
      StatementHandle h, String sql, long maxRowCount, PrepareCallback callback)
      throws NoSuchStatementException {
    return prepareAndExecute(h, sql, maxRowCount, -1, callback);
  }

  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle h, String sql, long maxRowCount, int firstFrame, PrepareCallback callback)
      throws NoSuchStatementException {
    checkStatement(h);
    calls.add("execute");
    return run(h, sql, maxRowCount, firstFrame);
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public ExecuteResult execute(StatementHandle h, List<TypedValue> values, long maxRowCount)
      throws NoSuchStatementException {
    return execute(h, values, (int) maxRowCount);
  }

  @Override
  public ExecuteResult execute(StatementHandle h, List<TypedValue> values, int firstFrame)
      throws NoSuchStatementException {
    checkStatement(h);
    calls.add("execute");
    parameters.add(values);
    return run(h, statements.get(h.id), -1, firstFrame);
  }

  private ExecuteResult run(StatementHandle h, String sql, long maxRows, int firstFrame) {
    Script script = script(sql);
    frameSizes.add(firstFrame);
    if (script instanceof Count count) {
      return new ExecuteResult(List.of(MetaResultSet.count(h.connectionId, h.id, count.count())));
    } else if (script instanceof Fails fails) {
      throw error(fails);
    } else if (script instanceof Blocks blocks) {
      block(h, blocks);
    }
    List<ColumnMetaData> columns;
    Frame frame;
    if (script instanceof Endless endless) {
      columns = endless.columns();
      results.put(h.id, new Open(script, new ArrayList<>(endless.frames())));
      frame = Frame.MORE;
    } else if (script instanceof FailsLater later) {
      columns = later.columns();
      results.put(h.id, new Open(script, later.rows()));
      frame = new Frame(0, false, later.rows());
    } else {
      Rows rows = (Rows) script;
      List<Object> limited =
          maxRows >= 0 && maxRows < rows.rows().size()
              ? rows.rows().subList(0, (int) maxRows)
              : rows.rows();
      columns = rows.columns();
      results.put(h.id, new Open(script, limited));
      frame = frame(limited, 0, firstFrame);
    }
    return new ExecuteResult(
        List.of(MetaResultSet.create(h.connectionId, h.id, false, signature(sql, columns), frame)));
  }

  private void block(StatementHandle h, Blocks blocks) {
    CountDownLatch closed = closing.get(h.id);
    blocks.started().countDown();
    try {
      if (!closed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw error(new Fails("nobody cancelled", 1901, "XX000"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw error(new Fails("cancelled on the server", 1201, "57014"));
  }

  /** Like Avatica's own servers: a frame for which no row is wanted looks like the last. */
  private static Frame frame(List<Object> rows, long offset, int max) {
    int from = (int) offset;
    int to = max < 0 ? rows.size() : Math.min(rows.size(), from + max);
    boolean done = to == rows.size() || max == 0;
    return new Frame(offset, done, rows.subList(from, to));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Frame fetch(StatementHandle h, long offset, int max)
      throws NoSuchStatementException, MissingResultsException {
    checkStatement(h);
    calls.add("fetch");
    frameSizes.add(max);
    Open open = results.get(h.id);
    if (open == null) {
      throw new MissingResultsException(h);
    }
    if (open.script() instanceof FailsLater later) {
      throw error(later.failure());
    } else if (open.script() instanceof Endless) {
      return open.rows().isEmpty()
          ? Frame.MORE
          : new Frame(offset, false, (List<Object>) open.rows().remove(0));
    }
    return frame(open.rows(), offset, max);
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> commands)
      throws NoSuchStatementException {
    checkStatement(h);
    long[] counts = new long[commands.size()];
    for (int i = 0; i < counts.length; i++) {
      Script script = script(commands.get(i));
      if (script instanceof Fails fails) {
        throw error(fails);
      }
      counts[i] = ((Count) script).count();
    }
    return new ExecuteBatchResult(counts);
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> values)
      throws NoSuchStatementException {
    checkStatement(h);
    parameters.addAll(values);
    long[] counts = new long[values.size()];
    if (script(statements.get(h.id)) instanceof Fails fails) {
      throw error(fails);
    }
    java.util.Arrays.fill(counts, 1);
    return new ExecuteBatchResult(counts);
  }

  /** Avatica hands batches over in this form alone when they come as protobuf. */
  @Override
  public ExecuteBatchResult executeBatchProtobuf(
      StatementHandle h, List<Requests.UpdateBatch> batches) throws NoSuchStatementException {
    List<List<TypedValue>> values = new ArrayList<>();
    for (Requests.UpdateBatch batch : batches) {
      values.add(batch.getParameterValuesList().stream().map(TypedValue::fromProto).toList());
    }
    return executeBatch(h, values);
  }

  @Override
  public boolean syncResults(StatementHandle h, QueryState state, long offset) {
    return false;
  }

  @Override
  public void commit(ConnectionHandle ch) {
    calls.add("commit");
  }

  @Override
  public void rollback(ConnectionHandle ch) {
    calls.add("rollback");
  }

  /**
   * A catalog answer with the columns of {@code meta}, as a server makes it from Avatica's classes.
   */
  <E> MetaResultSet answer(String connectionId, Class<E> meta, List<E> rows) {
    List<Object> values = new ArrayList<>();
    for (E row : rows) {
      List<Object> cells = new ArrayList<>();
      for (var field : meta.getFields()) {
        if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
          try {
            cells.add(field.get(row));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      values.add(cells.toArray());
    }
    Signature signature =
        Signature.create(
            fieldMetaData(meta).columns, "", List.of(), CursorFactory.ARRAY, StatementType.SELECT);
    return MetaResultSet.create(connectionId, -1, false, signature, new Frame(0, true, values));
  }

  @Override
  public MetaResultSet getCatalogs(ConnectionHandle ch) {
    return answer(ch.id, MetaCatalog.class, List.of(new MetaCatalog("millrace")));
  }

  @Override
  public MetaResultSet getSchemas(ConnectionHandle ch, String cat, Pat schema) {
    return answer(
        ch.id,
        MetaSchema.class,
        List.of(new MetaSchema("millrace", "public"), new MetaSchema("millrace", "extra")));
  }

  @Override
  public MetaResultSet getTableTypes(ConnectionHandle ch) {
    return answer(
        ch.id,
        MetaTableType.class,
        List.of(new MetaTableType("VIEW"), new MetaTableType("MATERIALIZED VIEW")));
  }

  @Override
  public MetaResultSet getTables(
      ConnectionHandle ch, String cat, Pat schema, Pat table, List<String> types) {
    calls.add("getTables " + cat + " " + schema.s + " " + table.s + " " + types);
    return answer(
        ch.id,
        MetaTable.class,
        List.of(
            new MetaTable("millrace", "public", "zebra", "TABLE"),
            new MetaTable("millrace", "public", "ant", "TABLE"),
            new MetaTable("millrace", "public", "bids", "SOURCE")));
  }

  @Override
  public MetaResultSet getColumns(
      ConnectionHandle ch, String cat, Pat schema, Pat table, Pat column) {
    return answer(
        ch.id,
        MetaColumn.class,
        List.of(
            new MetaColumn(
                "millrace",
                "public",
                "ant",
                "v",
                Types.DECIMAL,
                "DECIMAL",
                10,
                2,
                10,
                1,
                null,
                2,
                "YES"),
            new MetaColumn(
                "millrace",
                "public",
                "ant",
                "id",
                Types.BIGINT,
                "BIGINT",
                19,
                null,
                10,
                0,
                null,
                1,
                "NO")));
  }
}

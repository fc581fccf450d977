package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.metadata.MetadataShape;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;

/**
 * Reads the server's answers about its catalog whole and brings them into the columns and the order
 * that JDBC prescribes, whatever columns the server sends and in whatever order.
 */
final class MetadataReader {

  /** Avatica has no message for keys, so they come by SQL, in the columns and order of JDBC. */
  static final String PRIMARY_KEYS =
      "SELECT table_catalog, table_schema, table_name, column_name, ordinal_position,"
          + " constraint_name FROM information_schema.key_column_usage";

  private static final int ROWS_AT_ONCE = 10_000;

  private final MillraceConnection connection;

  MetadataReader(MillraceConnection connection) {
    this.connection = connection;
  }

  /**
   * Returns the rows that {@code question} gets as a result of {@code shape}.
   *
   * @param order names of the columns to sort by
   */
  MillraceResultSet read(
      MetadataShape shape, Function<RemoteMeta, Meta.MetaResultSet> question, String... order)
      throws SQLException {
    connection.checkOpen();
    List<Object[]> rows;
    try {
      Meta.MetaResultSet answer = question.apply(connection.remote());
      rows = rows(shape, answer);
      if (answer.ownStatement) {
        connection.remote().closeStatement(handle(answer));
      }
    } catch (RuntimeException e) {
      throw SqlErrors.unwrap(e);
    }
    rows.sort(comparator(shape, order));
    return MillraceResultSet.of(connection, shape, new ArrayList<>(rows));
  }

  /** Returns the columns of primary keys; null for a name means any. */
  MillraceResultSet primaryKeys(String catalog, String schema, String table) throws SQLException {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("table_catalog", catalog);
    wanted.put("table_schema", schema);
    wanted.put("table_name", table);
    wanted.values().removeIf(Objects::isNull);
    String condition =
        wanted.keySet().stream().map(name -> name + " = ?").collect(Collectors.joining(" AND "));
    String sql = PRIMARY_KEYS + (wanted.isEmpty() ? "" : " WHERE " + condition);
    List<Object[]> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int index = 1;
      for (String name : wanted.values()) {
        statement.setString(index++, name);
      }
      ResultSet keys = statement.executeQuery();
      while (keys.next()) {
        Object[] row = new Object[MetadataShape.PRIMARY_KEYS.columns().size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = keys.getObject(i + 1);
        }
        rows.add(row);
      }
    }
    rows.sort(comparator(MetadataShape.PRIMARY_KEYS, "TABLE_NAME", "COLUMN_NAME"));
    return MillraceResultSet.of(connection, MetadataShape.PRIMARY_KEYS, new ArrayList<>(rows));
  }

  private static Meta.StatementHandle handle(Meta.MetaResultSet answer) {
    return new Meta.StatementHandle(answer.connectionId, answer.statementId, null);
  }

  private List<Object[]> rows(MetadataShape shape, Meta.MetaResultSet answer) throws SQLException {
    int[] positions = positions(shape, answer.signature.columns);
    List<Object[]> rows = new ArrayList<>();
    Meta.Frame frame = answer.firstFrame;
    long offset = 0;
    while (frame != null) {
      for (Object row : frame.rows) {
        rows.add(project(row, positions));
        offset++;
      }
      frame = frame.done ? null : fetch(answer, offset);
    }
    return rows;
  }

  private Meta.Frame fetch(Meta.MetaResultSet answer, long offset) throws SQLException {
    try {
      return connection.remote().fetch(handle(answer), offset, ROWS_AT_ONCE);
    } catch (NoSuchStatementException | MissingResultsException e) {
      throw RemoteMeta.lostResult(e).sqlException();
    }
  }

  /** Returns where each column of {@code shape} is in the answer, -1 for nowhere. */
  private static int[] positions(MetadataShape shape, List<ColumnMetaData> columns) {
    int[] positions = new int[shape.columns().size()];
    // Without names the server sends the columns of JDBC in their order.
    Arrays.setAll(positions, i -> columns.isEmpty() ? i : -1);
    for (int i = 0; i < columns.size(); i++) {
      int target = shape.indexOf(columns.get(i).label);
      if (target >= 0) {
        positions[target] = i;
      }
    }
    return positions;
  }

  private static Object[] project(Object row, int[] positions) {
    List<?> values = row instanceof Object[] array ? Arrays.asList(array) : (List<?>) row;
    Object[] projected = new Object[positions.length];
    for (int i = 0; i < positions.length; i++) {
      int position = positions[i];
      projected[i] = position >= 0 && position < values.size() ? values.get(position) : null;
    }
    return projected;
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object[]> comparator(MetadataShape shape, String... order) {
    Comparator<Object[]> comparator = null;
    for (String name : order) {
      int column = shape.indexOf(name);
      Comparator<Object[]> next =
          Comparator.comparing(
              row -> (Comparable<Object>) row[column],
              Comparator.nullsFirst(Comparator.naturalOrder()));
      comparator = comparator == null ? next : comparator.thenComparing(next);
    }
    return comparator;
  }
}

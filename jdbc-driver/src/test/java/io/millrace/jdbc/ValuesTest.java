package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ValuesTest {

  private static final List<ColumnMetaData> COLUMNS =
      ScriptedMeta.columns(
          ScriptedMeta.column("b", Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN),
          ScriptedMeta.column("i1", Types.TINYINT, "TINYINT", Rep.BYTE),
          ScriptedMeta.column("i2", Types.SMALLINT, "SMALLINT", Rep.SHORT),
          ScriptedMeta.column("i4", Types.INTEGER, "INTEGER", Rep.INTEGER),
          ScriptedMeta.column("i8", Types.BIGINT, "BIGINT", Rep.LONG),
          ScriptedMeta.column("f4", Types.REAL, "REAL", Rep.FLOAT),
          ScriptedMeta.column("f8", Types.DOUBLE, "DOUBLE", Rep.DOUBLE),
          ScriptedMeta.column("dec", Types.DECIMAL, "DECIMAL", Rep.NUMBER, 10, 2),
          ScriptedMeta.column("s", Types.VARCHAR, "VARCHAR", Rep.STRING),
          ScriptedMeta.column("bin", Types.VARBINARY, "VARBINARY", Rep.BYTE_STRING));

  private final TestServer server = new TestServer();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = server.connect();
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private ResultSet row(Object... values) throws SQLException {
    server.meta.scripts.put("q", new ScriptedMeta.Rows(COLUMNS, List.of(ScriptedMeta.row(values))));
    ResultSet rows = connection.createStatement().executeQuery("q");
    rows.next();
    return rows;
  }

  private ResultSet sample() throws SQLException {
    return row(
        true,
        (byte) 7,
        (short) 300,
        70_000,
        5_000_000_000L,
        0.1f,
        2.5d,
        new BigDecimal("12.5"),
        "42",
        new byte[] {1, (byte) 0xab});
  }

  @Test
  void objectsHaveTheClassesOfJdbc() throws SQLException {
    ResultSet rows = sample();
    assertThat(rows.getObject("b")).isEqualTo(true);
    assertThat(rows.getObject("i1")).isEqualTo(7);
    assertThat(rows.getObject("i2")).isEqualTo(300);
    assertThat(rows.getObject("i4")).isEqualTo(70_000);
    assertThat(rows.getObject("i8")).isEqualTo(5_000_000_000L);
    assertThat(rows.getObject("f4")).isEqualTo(0.1f);
    assertThat(rows.getObject("f8")).isEqualTo(2.5d);
    assertThat(rows.getObject("dec")).isEqualTo(new BigDecimal("12.50"));
    assertThat(rows.getObject("s")).isEqualTo("42");
    assertThat(rows.getObject("bin")).isEqualTo(new byte[] {1, (byte) 0xab});
    ResultSetMetaData metaData = rows.getMetaData();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      Object value = rows.getObject(i);
      assertThat(value.getClass().getName()).isEqualTo(metaData.getColumnClassName(i));
      assertThat(metaData.getSchemaName(i)).isEmpty();
      assertThat(metaData.getTableName(i)).isEmpty();
      assertThat(metaData.isWritable(i)).isFalse();
    }
    assertThat(metaData.getPrecision(8)).isEqualTo(10);
    assertThat(metaData.getScale(8)).isEqualTo(2);
  }

  @Test
  void textIsPlain() throws SQLException {
    ResultSet rows = sample();
    assertThat(rows.getString("b")).isEqualTo("true");
    assertThat(rows.getString("i8")).isEqualTo("5000000000");
    assertThat(rows.getString("dec")).isEqualTo("12.50");
    assertThat(rows.getString("bin")).isEqualTo("01ab");
    assertThat(rows.getObject("i8", String.class)).isEqualTo("5000000000");
  }

  @Test
  void numbersConvertWhereTheyFit() throws SQLException {
    ResultSet rows = sample();
    assertThat(rows.getLong("i4")).isEqualTo(70_000);
    assertThat(rows.getBigDecimal("f4")).isEqualTo(new BigDecimal("0.1"));
    assertThat(rows.getObject("i8", BigInteger.class))
        .isEqualTo(BigInteger.valueOf(5_000_000_000L));
    assertThat(rows.getObject("dec", Double.class)).isEqualTo(12.5);
    assertThat(rows.getObject("i4", Long.class)).isEqualTo(70_000L);
    assertThat(rows.getInt("dec")).isEqualTo(12);
    assertThat(rows.getInt("s")).isEqualTo(42);
    assertThat(rows.getInt("b")).isEqualTo(1);
    assertThat(rows.getBoolean("i4")).isTrue();
    assertThatThrownBy(() -> rows.getInt("i8"))
        .isInstanceOf(SQLDataException.class)
        .hasMessageContaining("5000000000")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("22003");
    assertThatThrownBy(() -> rows.getShort("i4")).isInstanceOf(SQLDataException.class);
    assertThatThrownBy(() -> rows.getDate("i4")).hasMessageContaining("date");
  }

  @Test
  void textConvertsWhereItCanBeRead() throws SQLException {
    ResultSet rows =
        row(null, null, null, null, null, null, null, null, "2001-01-01 00:47:00", null);
    assertThat(rows.getObject("s", LocalDateTime.class))
        .isEqualTo(LocalDateTime.of(2001, 1, 1, 0, 47));
    assertThat(rows.getObject("s", LocalDate.class)).isEqualTo(LocalDate.of(2001, 1, 1));
    assertThatThrownBy(() -> rows.getInt("s")).hasMessageContaining("2001-01-01 00:47:00");
    assertThatThrownBy(() -> rows.getBoolean("s")).isInstanceOf(SQLDataException.class);
  }

  @Test
  void nullsAreNullOrZero() throws SQLException {
    ResultSet rows = row(new Object[COLUMNS.size()]);
    for (int i = 1; i <= COLUMNS.size(); i++) {
      assertThat(rows.getObject(i)).isNull();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getString(i)).isNull();
    }
    for (int i = 1; i <= 9; i++) {
      assertThat(rows.getInt(i)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getBoolean(i)).isFalse();
      assertThat(rows.getObject(i, Integer.class)).isNull();
      assertThat(rows.getBigDecimal(i)).isNull();
    }
    assertThat(rows.getBytes("bin")).isNull();
  }

  // Parameters

  private List<Object> sent(int count, Setter setter) throws SQLException {
    String sql = "? ".repeat(count);
    server.meta.scripts.put(sql, new ScriptedMeta.Count(1));
    server.meta.parameters.clear();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setter.set(statement);
      statement.executeUpdate();
    }
    return server.meta.parameters.get(0).stream().map(TypedValue::toLocal).toList();
  }

  private interface Setter {
    void set(PreparedStatement statement) throws SQLException;
  }

  @Test
  void parametersArriveExactly() throws SQLException {
    assertThat(
            sent(
                9,
                s -> {
                  s.setBoolean(1, true);
                  s.setByte(2, (byte) 1);
                  s.setShort(3, (short) 2);
                  s.setInt(4, 3);
                  s.setLong(5, 4);
                  s.setFloat(6, 0.5f);
                  s.setDouble(7, 1.5);
                  s.setBigDecimal(8, new BigDecimal("123456789012345678901.25"));
                  s.setString(9, "ü");
                }))
        .containsExactly(
            true,
            (byte) 1,
            (short) 2,
            3,
            4L,
            0.5f,
            1.5,
            new BigDecimal("123456789012345678901.25"),
            "ü");
  }

  @Test
  void objectsAndStreamsAreParameters() throws SQLException {
    LocalDate date = LocalDate.of(2001, 4, 1);
    assertThat(
            sent(
                9,
                s -> {
                  s.setObject(1, date);
                  s.setObject(2, LocalTime.of(2, 30));
                  s.setObject(3, date.atTime(2, 30));
                  s.setCharacterStream(4, new StringReader("text"));
                  s.setAsciiStream(
                      5, new ByteArrayInputStream("abc".getBytes(StandardCharsets.US_ASCII)), 2);
                  s.setObject(6, "17", Types.INTEGER);
                  s.setObject(7, 5, JDBCType.VARCHAR);
                  s.setNull(8, Types.BIGINT);
                  s.setObject(9, BigInteger.TEN);
                }))
        .containsExactly(
            (int) date.toEpochDay(),
            9_000_000,
            date.toEpochDay() * 86_400_000L + 9_000_000L,
            "text",
            "ab",
            17,
            "5",
            null,
            BigDecimal.TEN);
  }

  @Test
  void missingAndSurplusParametersAreNamed() throws SQLException {
    server.meta.scripts.put("? ?", new ScriptedMeta.Count(1));
    try (PreparedStatement statement = connection.prepareStatement("? ?")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
      statement.setInt(1, 1);
      assertThatThrownBy(statement::executeUpdate)
          .hasMessageContaining("parameter 2 of 2 is not set")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("07001");
      assertThatThrownBy(() -> statement.setInt(3, 1)).hasMessageContaining("no parameter 3");
      assertThatThrownBy(() -> statement.setObject(1, new Object()))
          .hasMessageContaining("java.lang.Object");
      assertThatThrownBy(() -> statement.setObject(1, "x", Types.INTEGER))
          .hasMessageContaining("'x'");
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
          .hasMessageContaining("prepared statement has its SQL");
      statement.clearParameters();
      assertThatThrownBy(statement::executeUpdate).hasMessageContaining("parameter 1 of 2");
    }
  }
}

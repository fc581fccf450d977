package io.millrace.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.SqlError;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values on their way to the server and back, by HTTP. */
final class ParametersTest {
  private static TestEndpoint server;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    server = new TestEndpoint();
    connection = server.connect();
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private static Object roundTrip(String type, Object value) throws SQLException {
    return roundTrip(type, value, Object.class);
  }

  private static <T> T roundTrip(String type, Object value, Class<T> as) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT CAST(? AS " + type + ")")) {
      statement.setObject(1, value);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        T answer = result.getObject(1, as);
        assertThat(result.next()).isFalse();
        return answer;
      }
    }
  }

  private static SqlError error(String type, Object value) {
    return SqlError.of(() -> roundTrip(type, value));
  }

  @Test
  void numbersComeBackAsTheyWere() throws SQLException {
    assertThat(roundTrip("TINYINT", (byte) -128)).isEqualTo(-128);
    assertThat(roundTrip("SMALLINT", (short) 32_767)).isEqualTo(32_767);
    assertThat(roundTrip("INTEGER", Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(roundTrip("BIGINT", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(roundTrip("REAL", 0.1f)).isEqualTo(0.1f);
    assertThat(roundTrip("DOUBLE", 0.1)).isEqualTo(0.1);
    assertThat(roundTrip("DECIMAL(10, 2)", new BigDecimal("-12345678.90")))
        .isEqualTo(new BigDecimal("-12345678.90"));
    assertThat(roundTrip("DECIMAL(38, 0)", new BigDecimal("9".repeat(38))))
        .isEqualTo(new BigDecimal("9".repeat(38)));
  }

  @Test
  void textBytesAndTruthComeBackAsTheyWere() throws SQLException {
    assertThat(roundTrip("VARCHAR", "Zürich, 東京, 🚀, '\" \\ \n"))
        .isEqualTo("Zürich, 東京, 🚀, '\" \\ \n");
    assertThat(roundTrip("VARCHAR", "")).isEqualTo("");
    assertThat(roundTrip("VARBINARY", new byte[] {0, -1, 127}, byte[].class))
        .containsExactly(0, -1, 127);
    assertThat(roundTrip("BOOLEAN", true)).isEqualTo(true);
  }

  @Test
  void timesComeBackAsTheyWere() throws SQLException {
    LocalDateTime before1970 = LocalDateTime.parse("1883-11-18T12:00:01.002");
    assertThat(roundTrip("TIMESTAMP(3)", before1970, LocalDateTime.class)).isEqualTo(before1970);
    LocalDateTime micros = LocalDateTime.parse("1883-11-18T12:00:01.000001");
    assertThat(roundTrip("TIMESTAMP(6)", micros, LocalDateTime.class)).isEqualTo(micros);
    LocalDateTime nanos = LocalDateTime.parse("1969-12-31T23:59:59.999999999");
    assertThat(roundTrip("TIMESTAMP(9)", nanos, LocalDateTime.class)).isEqualTo(nanos);
    Timestamp timestamp = Timestamp.valueOf("2024-07-01 00:30:00.123456789");
    assertThat(roundTrip("TIMESTAMP(9)", timestamp)).isEqualTo(timestamp);
    assertThat(roundTrip("TIMESTAMP(9)", timestamp, String.class))
        .isEqualTo("2024-07-01 00:30:00.123456789");
    assertThat(roundTrip("TIMESTAMP(6)", timestamp, LocalDateTime.class))
        .isEqualTo("2024-07-01T00:30:00.123456");
    LocalDate date = LocalDate.parse("0001-01-01");
    assertThat(roundTrip("DATE", date, LocalDate.class)).isEqualTo(date);
    LocalTime time = LocalTime.parse("23:59:59.999");
    assertThat(roundTrip("TIME(3)", time, LocalTime.class)).isEqualTo(time);
  }

  @Test
  void nullIsNullOfEachType() throws SQLException {
    for (String type :
        new String[] {
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "REAL",
          "DOUBLE",
          "DECIMAL(5, 1)",
          "VARCHAR",
          "VARBINARY",
          "DATE",
          "TIME(3)",
          "TIMESTAMP(3)"
        }) {
      assertThat(roundTrip(type, null)).as(type).isNull();
    }
  }

  @Test
  void noTimeZoneShiftsTimes() throws SQLException {
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : new String[] {"America/New_York", "Asia/Kathmandu", "Pacific/Apia"}) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        Timestamp timestamp = Timestamp.valueOf("2024-07-01 00:30:00.125");
        assertThat(roundTrip("TIMESTAMP(3)", timestamp)).as(zone).isEqualTo(timestamp);
        assertThat(roundTrip("TIMESTAMP(3)", timestamp, String.class))
            .startsWith("2024-07-01 00:30:00.125");
        Date date = Date.valueOf("2024-07-01");
        assertThat(roundTrip("DATE", date)).as(zone).isEqualTo(date);
        Time time = Time.valueOf("00:30:00");
        assertThat(roundTrip("TIME(0)", time)).as(zone).hasToString("00:30:00");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void textIsReadWhereItIsAValue() throws SQLException {
    assertThat(roundTrip("BIGINT", " 42 ")).isEqualTo(42L);
    assertThat(roundTrip("DATE", "2024-02-29", LocalDate.class)).isEqualTo("2024-02-29");
    assertThat(roundTrip("TIMESTAMP(3)", "2024-02-29 01:02:03", LocalDateTime.class))
        .isEqualTo("2024-02-29T01:02:03");
  }

  @Test
  void whatDoesNotFitIsRefusedAndSaysWhichParameter() {
    assertThat(error("BIGINT", "many").message())
        .contains("Parameter 1 is BIGINT, but the text 'many' came");
    assertThat(error("BIGINT", "many").state()).isEqualTo("42804");
    assertThat(error("TINYINT", 128).state()).isEqualTo("22003");
    assertThat(error("INTEGER", 1.5).message()).contains("1.5 is no whole number");
    assertThat(error("DECIMAL(4, 1)", new BigDecimal("1.25")).message())
        .contains("more digits after the point");
    assertThat(error("DECIMAL(4, 1)", new BigDecimal("1000")).state()).isEqualTo("22003");
    assertThat(error("BIGINT", new BigDecimal("1E+900000000")).state()).isEqualTo("22003");
    assertThat(error("DATE", 5).state()).isEqualTo("42804");
    assertThat(error("BOOLEAN", LocalDate.EPOCH).message()).contains("a date came");
    assertThat(error("VARBINARY", "text").state()).isEqualTo("42804");
  }

  @Test
  void columnsTellTheirTypes() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT CAST(1 AS TINYINT) AS a, CAST(1 AS DECIMAL(7, 3)) AS b, CAST('x' AS"
                + " VARCHAR(9)) AS c, TIMESTAMP '2020-01-01 00:00:00.000' AS d, ? + 1 AS e")) {
      ResultSetMetaData columns = statement.getMetaData();
      assertThat(columns.getColumnType(1)).isEqualTo(Types.TINYINT);
      assertThat(columns.getColumnType(2)).isEqualTo(Types.DECIMAL);
      assertThat(columns.getPrecision(2)).isEqualTo(7);
      assertThat(columns.getScale(2)).isEqualTo(3);
      assertThat(columns.getColumnLabel(3)).isEqualTo("c");
      assertThat(columns.getPrecision(3)).isEqualTo(9);
      assertThat(columns.getColumnType(4)).isEqualTo(Types.TIMESTAMP);
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(1);
      assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
    }
  }
}

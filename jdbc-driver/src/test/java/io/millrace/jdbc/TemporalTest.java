package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times look the same from every time zone, also at hours that a zone skips. */
final class TemporalTest {

  private static final List<ColumnMetaData> COLUMNS =
      ScriptedMeta.columns(
          ScriptedMeta.column("ts", Types.TIMESTAMP, "TIMESTAMP", Rep.LONG, 3, 0),
          ScriptedMeta.column("d", Types.DATE, "DATE", Rep.INTEGER),
          ScriptedMeta.column("t", Types.TIME, "TIME", Rep.INTEGER),
          ScriptedMeta.column(
              "z", Types.TIMESTAMP, "TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)", Rep.LONG, 3, 0));

  private final TimeZone zone = TimeZone.getDefault();
  private final TestServer server = new TestServer();

  @AfterEach
  void restore() {
    TimeZone.setDefault(zone);
    server.close();
  }

  private ResultSet read(Connection connection, LocalDateTime ts) throws SQLException {
    long millis = ts.toInstant(ZoneOffset.UTC).toEpochMilli();
    server.meta.scripts.put(
        "q",
        new ScriptedMeta.Rows(
            COLUMNS,
            List.of(
                ScriptedMeta.row(
                    millis,
                    (int) ts.toLocalDate().toEpochDay(),
                    (int) (ts.toLocalTime().toNanoOfDay() / 1_000_000),
                    millis),
                ScriptedMeta.row(null, null, null, null))));
    ResultSet rows = connection.createStatement().executeQuery("q");
    rows.next();
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "America/New_York",
        "Asia/Kolkata",
        "Pacific/Auckland",
        "America/Sao_Paulo",
        "Europe/Berlin"
      })
  void textAndLocalValuesDoNotDependOnTheZone(String id) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(id));
    for (LocalDateTime ts :
        List.of(
            LocalDateTime.of(2001, 1, 1, 0, 47),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59),
            LocalDateTime.of(2024, 2, 29, 12, 0),
            // Clocks jump over these: New York, Berlin, Auckland, and midnight in Sao Paulo.
            LocalDateTime.of(2001, 4, 1, 2, 30),
            LocalDateTime.of(2021, 3, 28, 2, 30),
            LocalDateTime.of(2021, 9, 26, 2, 30),
            LocalDateTime.of(2018, 11, 4, 0, 0),
            // and this one they show twice in New York.
            LocalDateTime.of(2001, 10, 28, 1, 30),
            LocalDateTime.of(1500, 3, 1, 4, 5, 6))) {
      try (Connection connection = server.connect()) {
        ResultSet rows = read(connection, ts);
        String text = ts.toLocalDate() + " " + format(ts.toLocalTime());
        assertThat(rows.getString("ts")).isEqualTo(text);
        assertThat(rows.getString("d")).isEqualTo(ts.toLocalDate().toString());
        assertThat(rows.getString("t")).isEqualTo(format(ts.toLocalTime()));
        assertThat(rows.getObject("ts", LocalDateTime.class)).isEqualTo(ts);
        assertThat(rows.getObject("ts", LocalDate.class)).isEqualTo(ts.toLocalDate());
        assertThat(rows.getObject("ts", LocalTime.class)).isEqualTo(ts.toLocalTime());
        assertThat(rows.getObject("d", LocalDate.class)).isEqualTo(ts.toLocalDate());
        assertThat(rows.getObject("t", LocalTime.class)).isEqualTo(ts.toLocalTime());
        assertThat(rows.getTimestamp("ts")).isEqualTo(Timestamp.valueOf(ts));
        assertThat(rows.getDate("d")).isEqualTo(Date.valueOf(ts.toLocalDate()));
        assertThat(rows.getDate("ts").toLocalDate()).isEqualTo(ts.toLocalDate());
        assertThat(rows.getTime("t").toLocalTime()).isEqualTo(ts.toLocalTime());
        assertThat(rows.getObject("z", Instant.class)).isEqualTo(ts.toInstant(ZoneOffset.UTC));
        assertThat(rows.getTimestamp("z")).isEqualTo(Timestamp.from(ts.toInstant(ZoneOffset.UTC)));
        assertThat(rows.getString("z")).isEqualTo(text + "+00:00");
      }
    }
  }

  private static String format(LocalTime time) {
    return String.format(
        java.util.Locale.ROOT,
        "%02d:%02d:%02d",
        time.getHour(),
        time.getMinute(),
        time.getSecond());
  }

  @Test
  void defaultObjectsAreThoseOfJdbc() throws SQLException {
    LocalDateTime ts = LocalDateTime.of(2001, 1, 1, 0, 47, 3, 120_000_000);
    try (Connection connection = server.connect()) {
      ResultSet rows = read(connection, ts);
      assertThat(rows.getObject("ts")).isEqualTo(Timestamp.valueOf(ts));
      assertThat(rows.getObject(1)).isEqualTo(Timestamp.valueOf(ts));
      assertThat(rows.getObject("d")).isEqualTo(Date.valueOf("2001-01-01"));
      assertThat(rows.getObject("t")).isInstanceOf(Time.class);
      assertThat(rows.getObject("z")).isEqualTo(OffsetDateTime.of(ts, ZoneOffset.UTC));
      assertThat(rows.getString("ts")).isEqualTo("2001-01-01 00:47:03.12");
      assertThat(rows.getString("t")).isEqualTo("00:47:03.12");
      for (int i = 1; i <= COLUMNS.size(); i++) {
        assertThat(rows.getMetaData().getColumnClassName(i).replace("java.time.Offset", ""))
            .isNotBlank();
      }
      assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo("java.sql.Timestamp");
      assertThatThrownBy(() -> rows.getInt("ts"))
          .hasMessageContaining("TIMESTAMP")
          .hasMessageContaining("number");
      assertThatThrownBy(() -> rows.getObject("ts", Instant.class))
          .hasMessageContaining("LocalDateTime");
      assertThatThrownBy(() -> rows.getObject("ts", java.util.UUID.class))
          .hasMessageContaining("java.util.UUID");
    }
  }

  @Test
  void nullsAreNull() throws SQLException {
    try (Connection connection = server.connect()) {
      ResultSet rows = read(connection, LocalDateTime.of(2001, 1, 1, 0, 0));
      rows.next();
      for (int i = 1; i <= COLUMNS.size(); i++) {
        assertThat(rows.getObject(i)).isNull();
        assertThat(rows.wasNull()).isTrue();
        assertThat(rows.getString(i)).isNull();
        assertThat(rows.getObject(i, LocalDateTime.class)).isNull();
        assertThat(rows.getTimestamp(i)).isNull();
      }
      assertThat(rows.getDate("d")).isNull();
      assertThat(rows.getTime("t")).isNull();
    }
  }

  @Test
  void aCalendarSaysInWhichZoneToReadAndWrite() throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    LocalDateTime ts = LocalDateTime.of(2001, 4, 1, 2, 30);
    Instant inTokyo = ts.toInstant(ZoneOffset.ofHours(9));
    try (Connection connection = server.connect()) {
      ResultSet rows = read(connection, ts);
      assertThat(rows.getTimestamp("ts", tokyo).toInstant()).isEqualTo(inTokyo);
      server.meta.scripts.put("? ?", new ScriptedMeta.Count(1));
      try (PreparedStatement statement = connection.prepareStatement("? ?")) {
        statement.setTimestamp(1, Timestamp.from(inTokyo), tokyo);
        statement.setTimestamp(2, Timestamp.valueOf("2001-04-01 03:30:00"));
        statement.executeUpdate();
      }
      List<TypedValue> sent = server.meta.parameters.get(0);
      assertThat(sent.get(0).value).isEqualTo(ts.toInstant(ZoneOffset.UTC).toEpochMilli());
      assertThat(sent.get(1).value)
          .isEqualTo(ts.plusHours(1).toInstant(ZoneOffset.UTC).toEpochMilli());
    }
  }
}

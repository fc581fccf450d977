package io.millrace.server.cli;

import io.millrace.server.database.Database;
import io.millrace.server.result.RowCursor;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The source and the views of the demo, and what they say. */
final class FlightViews implements AutoCloseable {
  private static final String SOURCE =
      """
      CREATE SOURCE flights (
        departed_at    TIMESTAMP(3),
        delay_minutes  INTEGER,
        distance_miles INTEGER,
        origin         VARCHAR,
        destination    VARCHAR
      ) WITH (
        'connector' = 'filesystem', 'path' = '%s', 'format' = 'csv',
        'watch' = 'true', 'poll-interval' = '50 ms'
      )""";

  private static final String BY_ORIGIN =
      """
      CREATE MATERIALIZED VIEW flights_by_origin AS
      SELECT origin,
             COUNT(*) AS flights,
             COUNT(*) FILTER (WHERE delay_minutes > 15) AS late,
             MAX(delay_minutes) AS worst_delay,
             COUNT(DISTINCT destination) AS destinations
      FROM flights
      GROUP BY origin""";

  private static final String BY_REACH =
      """
      CREATE MATERIALIZED VIEW airports_by_reach AS
      SELECT destinations, COUNT(*) AS airports, SUM(flights) AS flights
      FROM flights_by_origin
      GROUP BY destinations""";

  private static final String QUESTION =
      "SELECT origin, flights, late, worst_delay, destinations FROM flights_by_origin"
          + " ORDER BY flights DESC, origin";

  private final Session session;

  private FlightViews(Session session) {
    this.session = session;
  }

  /** One airport's row. */
  record Airport(String origin, long flights, long late, int worstDelay, long destinations) {}

  /**
   * What the view says at one moment.
   *
   * @param airports those with most flights first
   */
  record Answer(List<Airport> airports) {
    /** All flights that have come. */
    long flights() {
      return airports.stream().mapToLong(Airport::flights).sum();
    }
  }

  /**
   * @param file where flights are appended
   */
  static FlightViews create(Database database, Path file) {
    Session session = database.newSession("demo");
    session.execute(String.format(SOURCE, file.toString().replace("'", "''")));
    session.execute(BY_ORIGIN);
    session.execute(BY_REACH);
    return new FlightViews(session);
  }

  /** The statement that people are shown. */
  static String shownSql() {
    return BY_ORIGIN + ";";
  }

  Answer answer() {
    List<Airport> airports = new ArrayList<>();
    StatementResult result = session.execute(QUESTION);
    try (RowCursor cursor = ((StatementResult.Rows) result).cursor()) {
      while (!cursor.ended()) {
        for (Object[] row : cursor.next(1_000, Duration.ZERO)) {
          airports.add(
              new Airport(
                  (String) row[0], (Long) row[1], (Long) row[2], (Integer) row[3], (Long) row[4]));
        }
      }
    }
    return new Answer(airports);
  }

  @Override
  public void close() {
    session.close();
  }
}

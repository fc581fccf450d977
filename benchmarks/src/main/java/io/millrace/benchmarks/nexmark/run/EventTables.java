package io.millrace.benchmarks.nexmark.run;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The three tables of events, in standard SQL. */
public enum EventTables {
  PERSON(
      "id BIGINT, name VARCHAR, email_address VARCHAR, credit_card VARCHAR, city VARCHAR,"
          + " state VARCHAR, date_time TIMESTAMP(3), extra VARCHAR"),
  AUCTION(
      "id BIGINT, item_name VARCHAR, description VARCHAR, initial_bid BIGINT, reserve BIGINT,"
          + " date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT,"
          + " extra VARCHAR"),
  BID(
      "auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,"
          + " date_time TIMESTAMP(3), extra VARCHAR");

  private static final String PROCESSING_TIME = "p_time";

  private final String columns;

  EventTables(String columns) {
    this.columns = columns;
  }

  /** Names and types for a query, separated by commas; p_time only if the query speaks of it. */
  public String columns(String query) {
    return query.contains(PROCESSING_TIME)
        ? columns + ", " + PROCESSING_TIME + " AS PROCTIME()"
        : columns;
  }

  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Those that a query reads. */
  public static List<EventTables> of(String query) {
    return List.of(values()).stream()
        .filter(
            table ->
                Pattern.compile("\\b(FROM|JOIN|TABLE) " + table.tableName() + "\\b")
                    .matcher(query)
                    .find())
        .toList();
  }
}

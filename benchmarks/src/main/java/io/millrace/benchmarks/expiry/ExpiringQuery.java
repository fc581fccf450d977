package io.millrace.benchmarks.expiry;

/** A query over visits that keeps rows or groups until the watermark has passed them. */
enum ExpiringQuery {
  JOIN(
      """
      SELECT a.k, a.v, b.v AS next_v, a.at AS first_at, b.at AS next_at
      FROM visits AS a JOIN visits AS b
      ON a.k = b.k AND b.at > a.at AND b.at <= a.at + INTERVAL '1' HOUR"""),
  WINDOW(
      """
      SELECT k, window_end, COUNT(*) AS n, SUM(v) AS total
      FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' HOUR))
      GROUP BY k, window_end"""),
  SESSION(
      """
      SELECT k, window_start, window_end, COUNT(*) AS n, SUM(v) AS total
      FROM TABLE(SESSION(TABLE visits PARTITION BY k, DESCRIPTOR(at), INTERVAL '40' MINUTE))
      GROUP BY k, window_start, window_end"""),
  DISTINCT(
      """
      SELECT DISTINCT k, window_end
      FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' HOUR))""");

  private final String text;

  ExpiringQuery(String text) {
    this.text = text;
  }

  /** The text with the clause that ends its state. */
  String sql() {
    return text + "\nEMIT ON WINDOW CLOSE";
  }
}

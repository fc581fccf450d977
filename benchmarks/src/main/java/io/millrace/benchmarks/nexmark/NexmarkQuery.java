package io.millrace.benchmarks.nexmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A query that is measured.
 *
 * @param name such as q5
 * @param title in a few words
 * @param scale how many times the events it gets, because it is quick with each
 */
record NexmarkQuery(String name, String title, int scale) {
  private static final int LIGHT = 5;

  static final List<NexmarkQuery> ALL =
      List.of(
          new NexmarkQuery("q0", "pass-through", LIGHT),
          new NexmarkQuery("q1", "projection", LIGHT),
          new NexmarkQuery("q2", "filter", LIGHT),
          new NexmarkQuery("q3", "join of persons and auctions", LIGHT),
          new NexmarkQuery("q4", "join, two aggregates", 1),
          new NexmarkQuery("q5", "HOP window, join", 1),
          new NexmarkQuery("q7", "TUMBLE maximum, join", 1),
          new NexmarkQuery("q8", "join of windows", LIGHT),
          new NexmarkQuery("q9", "join, first of each", 1),
          new NexmarkQuery("q11", "SESSION window", 1),
          new NexmarkQuery("q14", "calculation", LIGHT),
          new NexmarkQuery("q15", "distinct counts by day", 1),
          new NexmarkQuery("q16", "distinct counts by channel", 1),
          new NexmarkQuery("q17", "aggregates by auction", 1),
          new NexmarkQuery("q18", "last of each", 1),
          new NexmarkQuery("q19", "first ten of each", 1),
          new NexmarkQuery("q20", "join, wide rows", 1),
          new NexmarkQuery("q21", "regular expression", LIGHT),
          new NexmarkQuery("q22", "split of a text", LIGHT));

  /** The query for a system, which most systems understand in the same words. */
  String sql(String system) {
    String own = read("/nexmark/" + name + "." + system + ".sql");
    return own != null ? own : read("/nexmark/" + name + ".sql");
  }

  private static String read(String resource) {
    try (InputStream in = NexmarkQuery.class.getResourceAsStream(resource)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

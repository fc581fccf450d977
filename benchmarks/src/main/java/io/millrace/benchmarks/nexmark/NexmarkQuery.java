package io.millrace.benchmarks.nexmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A query that is measured.
 *
 * @param name such as q5
 * @param title in a few words
 * @param scale how many times the events it gets, because it is quick with each
 * @param stateful whether it keeps something of earlier events
 * @param repeatable whether the answer depends on the events alone, so that two can be compared
 */
record NexmarkQuery(String name, String title, int scale, boolean stateful, boolean repeatable) {
  private static final int LIGHT = 5;

  static final List<NexmarkQuery> ALL =
      List.of(
          new NexmarkQuery("q0", "pass-through", LIGHT, false),
          new NexmarkQuery("q1", "projection", LIGHT, false),
          new NexmarkQuery("q2", "filter", LIGHT, false),
          new NexmarkQuery("q3", "join of persons and auctions", LIGHT, true),
          new NexmarkQuery("q4", "join, two aggregates", 1, true),
          new NexmarkQuery("q5", "HOP window, join", 1, true),
          new NexmarkQuery("q6", "average of the last ten", 1, true),
          new NexmarkQuery("q7", "TUMBLE maximum, join", 1, true),
          new NexmarkQuery("q8", "join of windows", LIGHT, true),
          new NexmarkQuery("q9", "join, first of each", 1, true),
          new NexmarkQuery("q11", "SESSION window", 1, true),
          new NexmarkQuery("q12", "TUMBLE of processing time", 1, true, false),
          new NexmarkQuery("q14", "calculation", LIGHT, false),
          new NexmarkQuery("q15", "distinct counts by day", LIGHT, true),
          new NexmarkQuery("q16", "distinct counts by channel", 1, true),
          new NexmarkQuery("q17", "aggregates by auction", LIGHT, true),
          new NexmarkQuery("q18", "last of each", 1, true),
          new NexmarkQuery("q19", "first ten of each", 1, true),
          new NexmarkQuery("q20", "join, wide rows", 1, true),
          new NexmarkQuery("q21", "regular expression", LIGHT, false),
          new NexmarkQuery("q22", "split of a text", LIGHT, false));

  private NexmarkQuery(String name, String title, int scale, boolean stateful) {
    this(name, title, scale, stateful, true);
  }

  /** The one with this name, in any case of letters. */
  static Optional<NexmarkQuery> named(String name) {
    return ALL.stream().filter(query -> query.name().equalsIgnoreCase(name)).findFirst();
  }

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

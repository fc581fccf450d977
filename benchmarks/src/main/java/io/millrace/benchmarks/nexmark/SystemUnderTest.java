package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.hand.HandQuery;
import java.util.Locale;

/** What is measured. */
enum SystemUnderTest {
  MILLRACE,
  FLINK,
  HAND;

  /** As options and results have it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it can be asked a query. */
  boolean answers(NexmarkQuery query) {
    return this != HAND || HandQuery.answers(query.name());
  }
}

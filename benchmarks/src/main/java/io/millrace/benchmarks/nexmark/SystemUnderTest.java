package io.millrace.benchmarks.nexmark;

import java.util.Locale;

/** What is measured. */
enum SystemUnderTest {
  MILLRACE,
  FLINK;

  /** As options and results have it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

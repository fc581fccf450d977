package io.millrace.executor.operator;

import io.millrace.executor.state.StateTables;

/** One shard's state tables under test, of any backend. */
interface HarnessState extends AutoCloseable {
  /** The backends that there are. */
  enum Kind {
    RESTLESS
  }

  static HarnessState open(Kind kind) {
    return switch (kind) {
      case RESTLESS -> new Restless();
    };
  }

  StateTables tables();

  /** Takes a checkpoint and goes on from a copy of it. */
  void restore();

  @Override
  void close();

  /** Maps in memory. */
  final class Restless implements HarnessState {
    private final RestlessTables tables = new RestlessTables();

    @Override
    public StateTables tables() {
      return tables;
    }

    @Override
    public void restore() {}

    @Override
    public void close() {}
  }
}

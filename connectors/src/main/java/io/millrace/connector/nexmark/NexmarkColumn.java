package io.millrace.connector.nexmark;

import io.millrace.core.type.TypeKind;
import java.util.List;

/** A column that the benchmark has: how its value follows from the number of the event. */
sealed interface NexmarkColumn {
  /** As the documentation writes it, in lower case with underscores. */
  String name();

  TypeKind type();

  /**
   * A whole number, or a time in milliseconds since 1970.
   *
   * @param value of an event
   */
  record Whole(String name, TypeKind type, EventLong value) implements NexmarkColumn {}

  /**
   * A text.
   *
   * @param most the most characters that a value has
   * @param value of an event
   */
  record Text(String name, int most, EventText value) implements NexmarkColumn {
    @Override
    public TypeKind type() {
      return TypeKind.VARCHAR;
    }
  }

  /** A number by event. Thread-safe. */
  @FunctionalInterface
  interface EventLong {
    long of(long event);
  }

  /** A text by event. Thread-safe. */
  @FunctionalInterface
  interface EventText {
    void write(long event, TextOutput output);
  }

  /** All columns of a kind. */
  static List<NexmarkColumn> of(EventKind kind, NexmarkSettings settings) {
    return switch (kind) {
      case PERSON -> PersonColumns.of(settings);
      case AUCTION -> AuctionColumns.of(settings);
      case BID -> BidColumns.of(settings);
    };
  }

  static NexmarkColumn bigint(String name, EventLong value) {
    return new Whole(name, TypeKind.BIGINT, value);
  }

  static NexmarkColumn timestamp(String name, EventLong value) {
    return new Whole(name, TypeKind.TIMESTAMP, value);
  }

  static NexmarkColumn text(String name, int most, EventText value) {
    return new Text(name, most, value);
  }
}

package io.millrace.executor.operator.session;

/**
 * One session of a partition.
 *
 * @param first the time of its earliest row
 * @param last the time of its latest row
 * @param count how many rows it has, more than 0
 */
record Session(long first, long last, long count) {
  boolean hasBoundsOf(Session other) {
    return first == other.first && last == other.last;
  }
}

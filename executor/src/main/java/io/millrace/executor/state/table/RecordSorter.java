package io.millrace.executor.state.table;

/** Sorts places by 64-bit prefixes (unsigned), and by a comparison where these are equal. */
final class RecordSorter {
  /** Compares what is at two places. */
  @FunctionalInterface
  interface PlaceComparator {
    int compare(long left, long right);
  }

  private static final int SMALL = 24;

  private final long[] prefixes;
  private final long[] places;
  private final PlaceComparator ties;

  RecordSorter(long[] prefixes, long[] places, PlaceComparator ties) {
    this.prefixes = prefixes;
    this.places = places;
    this.ties = ties;
  }

  /** Sorts from {@code from} to before {@code to}. */
  void sort(int from, int to) {
    int low = from;
    int high = to;
    while (high - low > SMALL) {
      int middle = partition(low, high);
      if (middle - low < high - middle) {
        sort(low, middle);
        low = middle;
      } else {
        sort(middle, high);
        high = middle;
      }
    }
    insertionSort(low, high);
  }

  /** Hoare's partition around the median of three: two parts, neither empty. */
  private int partition(int from, int to) {
    int middle = (from + to) >>> 1;
    if (less(middle, from)) {
      swap(middle, from);
    }
    if (less(to - 1, from)) {
      swap(to - 1, from);
    }
    if (less(to - 1, middle)) {
      swap(to - 1, middle);
    }
    long prefix = prefixes[middle];
    long place = places[middle];
    int left = from;
    int right = to - 1;
    while (true) {
      while (compare(prefixes[left], places[left], prefix, place) < 0) {
        left++;
      }
      while (compare(prefixes[right], places[right], prefix, place) > 0) {
        right--;
      }
      if (left >= right) {
        return Math.min(Math.max(right + 1, from + 1), to - 1);
      }
      swap(left++, right--);
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long prefix = prefixes[i];
      long place = places[i];
      int at = i;
      while (at > from && compare(prefixes[at - 1], places[at - 1], prefix, place) > 0) {
        prefixes[at] = prefixes[at - 1];
        places[at] = places[at - 1];
        at--;
      }
      prefixes[at] = prefix;
      places[at] = place;
    }
  }

  private boolean less(int left, int right) {
    return compare(prefixes[left], places[left], prefixes[right], places[right]) < 0;
  }

  private int compare(long leftPrefix, long left, long rightPrefix, long right) {
    return leftPrefix == rightPrefix
        ? ties.compare(left, right)
        : Long.compareUnsigned(leftPrefix, rightPrefix);
  }

  private void swap(int left, int right) {
    long prefix = prefixes[left];
    long place = places[left];
    prefixes[left] = prefixes[right];
    places[left] = places[right];
    prefixes[right] = prefix;
    places[right] = place;
  }
}

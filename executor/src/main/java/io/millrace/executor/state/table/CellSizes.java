package io.millrace.executor.state.table;

/** Sizes of cells for byte strings: multiples of 8 bytes, about a fifth apart, up to 128 KiB. */
final class CellSizes {
  private static final int[] SIZES = sizes();
  static final int COUNT = SIZES.length;

  private CellSizes() {}

  private static int[] sizes() {
    int[] sizes = new int[64];
    int count = 0;
    for (int size = 8; size <= 1 << 17; count++) {
      sizes[count] = size;
      int step = Math.max(8, Integer.highestOneBit(size) / 4);
      size += step;
    }
    return java.util.Arrays.copyOf(sizes, count);
  }

  static int size(int sizeClass) {
    return SIZES[sizeClass];
  }

  /** The class of the smallest cells that hold a string of this length, 1 to 128 Ki. */
  static int classOf(int length) {
    if (length <= 64) {
      return (length - 1) >>> 3;
    }
    int at = java.util.Arrays.binarySearch(SIZES, length);
    return at >= 0 ? at : -at - 1;
  }
}

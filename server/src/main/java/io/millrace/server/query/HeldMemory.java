package io.millrace.server.query;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.math.BigDecimal;

/** Counts the memory of the rows that one query holds. Used by one thread. */
final class HeldMemory {
  private static final int ROW_BYTES = 32;
  private static final int VALUE_BYTES = 24;

  private final DataSize limit;
  private final String reason;
  private long bytes;

  /**
   * @param reason why rows are held and what to do about it, as the message says it
   */
  HeldMemory(DataSize limit, String reason) {
    this.limit = limit;
    this.reason = reason;
  }

  /**
   * @throws MillraceException {@link ErrorCode#LIMIT_EXCEEDED} if there is no room for the row
   */
  void add(Object[] row) {
    bytes += ROW_BYTES;
    for (Object value : row) {
      bytes += size(value);
    }
    if (bytes > limit.bytes()) {
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          "The statement must hold more than " + limit.bytes() + " bytes of rows " + reason);
    }
  }

  private static int size(Object value) {
    if (value == null) {
      return 4;
    }
    if (value instanceof String text) {
      return 2 * VALUE_BYTES + text.length();
    }
    if (value instanceof byte[] binary) {
      return VALUE_BYTES + binary.length;
    }
    return value instanceof BigDecimal ? 3 * VALUE_BYTES : VALUE_BYTES;
  }
}

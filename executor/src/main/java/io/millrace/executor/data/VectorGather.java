package io.millrace.executor.data;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** Copies chosen rows of a vector into a new vector of the same type, column at a time. */
public final class VectorGather {
  private VectorGather() {}

  /**
   * A new vector with the values at the first {@code count} rows named by {@code rows}.
   *
   * @return owned by the caller
   */
  public static FieldVector gather(
      FieldVector source, int[] rows, int count, BufferAllocator allocator) {
    FieldVector target = source.getField().createVector(allocator);
    if (source instanceof BitVector bits) {
      gatherBits(bits, (BitVector) target, rows, count);
    } else if (source instanceof BaseFixedWidthVector fixed) {
      gatherFixed(fixed, (BaseFixedWidthVector) target, rows, count);
    } else {
      gatherVariable(
          (BaseVariableWidthVector) source, (BaseVariableWidthVector) target, rows, count);
    }
    return target;
  }

  /** A new vector of the chosen weights; null for null. */
  public static BigIntVector gatherWeights(
      BigIntVector source, int[] rows, int count, BufferAllocator allocator) {
    return source == null ? null : (BigIntVector) gather(source, rows, count, allocator);
  }

  private static void gatherBits(BitVector source, BitVector target, int[] rows, int count) {
    target.allocateNew(count);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      if (BitVectorHelper.get(from, rows[i]) != 0) {
        BitVectorHelper.setBit(to, i);
      }
    }
    gatherValidity(source, target, rows, count);
    target.setValueCount(count);
  }

  private static void gatherFixed(
      BaseFixedWidthVector source, BaseFixedWidthVector target, int[] rows, int count) {
    target.allocateNew(count);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = target.getDataBuffer();
    switch (source.getTypeWidth()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          to.setByte(i, from.getByte(rows[i]));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          to.setShort(2L * i, from.getShort(2L * rows[i]));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          to.setInt(4L * i, from.getInt(4L * rows[i]));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          to.setLong(8L * i, from.getLong(8L * rows[i]));
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          to.setLong(16L * i, from.getLong(16L * rows[i]));
          to.setLong(16L * i + 8, from.getLong(16L * rows[i] + 8));
        }
      }
      default -> throw new IllegalArgumentException(source.getField().toString());
    }
    gatherValidity(source, target, rows, count);
    target.setValueCount(count);
  }

  private static void gatherVariable(
      BaseVariableWidthVector source, BaseVariableWidthVector target, int[] rows, int count) {
    ArrowBuf fromOffsets = source.getOffsetBuffer();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long at = 4L * rows[i];
      bytes += fromOffsets.getInt(at + 4) - fromOffsets.getInt(at);
    }
    target.allocateNew(bytes, count);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = target.getDataBuffer();
    ArrowBuf toOffsets = target.getOffsetBuffer();
    int end = 0;
    toOffsets.setInt(0, 0);
    for (int i = 0; i < count; i++) {
      int start = fromOffsets.getInt(4L * rows[i]);
      int length = fromOffsets.getInt(4L * rows[i] + 4) - start;
      if (length > 0) {
        to.setBytes(end, from, start, length);
        end += length;
      }
      toOffsets.setInt(4L * i + 4, end);
    }
    gatherValidity(source, target, rows, count);
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  private static void gatherValidity(
      FieldVector source, FieldVector target, int[] rows, int count) {
    ArrowBuf to = target.getValidityBuffer();
    if (source.getNullCount() == 0) {
      to.setOne(0, BitVectorHelper.getValidityBufferSize(count));
      clearTail(to, count);
      return;
    }
    ArrowBuf from = source.getValidityBuffer();
    for (int i = 0; i < count; i++) {
      if (BitVectorHelper.get(from, rows[i]) != 0) {
        BitVectorHelper.setBit(to, i);
      }
    }
  }

  private static void clearTail(ArrowBuf validity, int count) {
    int used = count & 7;
    if (used != 0) {
      validity.setByte(count >> 3, (byte) ((1 << used) - 1));
    }
  }

  /**
   * Adds chosen rows to the end of a vector of the same type that has room for them (variable-width
   * data grows where needed). The value count is not changed: the caller sets it in the end.
   *
   * @param rows the rows {@code rows[from]} … {@code rows[from + count - 1]} are taken
   * @param at how many values the target has so far
   */
  public static void append(
      FieldVector source, int[] rows, int from, int count, FieldVector target, int at) {
    if (source instanceof BaseVariableWidthVector variable) {
      appendVariable(variable, rows, from, count, (BaseVariableWidthVector) target, at);
    } else if (source instanceof BitVector bits) {
      ArrowBuf data = bits.getDataBuffer();
      ArrowBuf to = target.getDataBuffer();
      for (int i = 0; i < count; i++) {
        BitVectorHelper.setValidityBit(to, at + i, BitVectorHelper.get(data, rows[from + i]));
      }
    } else {
      appendFixed((BaseFixedWidthVector) source, rows, from, count, target.getDataBuffer(), at);
    }
    appendValidity(source, rows, from, count, target.getValidityBuffer(), at);
  }

  private static void appendFixed(
      BaseFixedWidthVector source, int[] rows, int from, int count, ArrowBuf to, int at) {
    ArrowBuf data = source.getDataBuffer();
    switch (source.getTypeWidth()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          to.setByte(at + i, data.getByte(rows[from + i]));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          to.setShort(2L * (at + i), data.getShort(2L * rows[from + i]));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          to.setInt(4L * (at + i), data.getInt(4L * rows[from + i]));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          to.setLong(8L * (at + i), data.getLong(8L * rows[from + i]));
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          to.setLong(16L * (at + i), data.getLong(16L * rows[from + i]));
          to.setLong(16L * (at + i) + 8, data.getLong(16L * rows[from + i] + 8));
        }
      }
      default -> throw new IllegalArgumentException(source.getField().toString());
    }
  }

  private static void appendVariable(
      BaseVariableWidthVector source,
      int[] rows,
      int from,
      int count,
      BaseVariableWidthVector target,
      int at) {
    ArrowBuf fromOffsets = source.getOffsetBuffer();
    ArrowBuf toOffsets = target.getOffsetBuffer();
    if (at == 0) {
      toOffsets.setInt(0, 0);
    }
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long place = 4L * rows[from + i];
      bytes += fromOffsets.getInt(place + 4) - fromOffsets.getInt(place);
    }
    int end = toOffsets.getInt(4L * at);
    if (end + bytes > target.getDataBuffer().capacity()) {
      target.reallocDataBuffer(Math.max(end + bytes, 2 * target.getDataBuffer().capacity()));
    }
    ArrowBuf data = source.getDataBuffer();
    ArrowBuf to = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      int start = fromOffsets.getInt(4L * rows[from + i]);
      int length = fromOffsets.getInt(4L * rows[from + i] + 4) - start;
      if (length > 0) {
        to.setBytes(end, data, start, length);
        end += length;
      }
      toOffsets.setInt(4L * (at + i) + 4, end);
    }
    target.setLastSet(at + count - 1);
  }

  private static void appendValidity(
      FieldVector source, int[] rows, int from, int count, ArrowBuf to, int at) {
    if (source.getNullCount() == 0) {
      for (int i = 0; i < count; i++) {
        BitVectorHelper.setBit(to, at + i);
      }
      return;
    }
    ArrowBuf validity = source.getValidityBuffer();
    for (int i = 0; i < count; i++) {
      BitVectorHelper.setValidityBit(to, at + i, BitVectorHelper.get(validity, rows[from + i]));
    }
  }
}

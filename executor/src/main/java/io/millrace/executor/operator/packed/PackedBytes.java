package io.millrace.executor.operator.packed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in packed rows: little-endian, as Arrow has them. */
public final class PackedBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private PackedBytes() {}

  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  public static short getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  public static void putShort(byte[] bytes, int at, short value) {
    SHORT.set(bytes, at, value);
  }

  /** The array, or a larger copy of it with room for so many bytes. */
  public static byte[] grown(byte[] bytes, int length) {
    return bytes.length >= length
        ? bytes
        : java.util.Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
  }
}

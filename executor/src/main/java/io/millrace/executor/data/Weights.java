package io.millrace.executor.data;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVectorHelper;

/** The weights of a batch that is put together. */
public final class Weights {
  private Weights() {}

  /** The first {@code count} weights as a vector for the caller; null if all are 1. */
  public static BigIntVector vector(long[] weights, int count, BufferAllocator allocator) {
    boolean ones = true;
    for (int i = 0; i < count; i++) {
      ones &= weights[i] == 1;
    }
    if (ones) {
      return null;
    }
    BigIntVector vector = new BigIntVector("weight", allocator);
    vector.allocateNew(count);
    ArrowBuf data = vector.getDataBuffer();
    for (int i = 0; i < count; i++) {
      data.setLong(8L * i, weights[i]);
      BitVectorHelper.setBit(vector.getValidityBuffer(), i);
    }
    vector.setValueCount(count);
    return vector;
  }
}

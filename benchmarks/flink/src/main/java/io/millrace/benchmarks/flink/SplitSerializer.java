package io.millrace.benchmarks.flink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Writes and reads with two functions; there is one version. */
record SplitSerializer<T>(Write<T> write, Read<T> read) implements SimpleVersionedSerializer<T> {
  private static final int VERSION = 1;

  @FunctionalInterface
  interface Write<T> {
    void to(T value, DataOutputStream out) throws IOException;
  }

  @FunctionalInterface
  interface Read<T> {
    T from(DataInputStream in) throws IOException;
  }

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write.to(value, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Override
  public T deserialize(int version, byte[] serialized) throws IOException {
    if (version != VERSION) {
      throw new IOException("Version " + version + " is not known");
    }
    return read.from(new DataInputStream(new ByteArrayInputStream(serialized)));
  }
}

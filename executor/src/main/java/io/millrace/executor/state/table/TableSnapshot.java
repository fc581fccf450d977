package io.millrace.executor.state.table;

import io.millrace.executor.state.RecordSnapshot;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.vector.FieldVector;

/** A snapshot of the records that are in memory. */
public final class TableSnapshot implements RecordSnapshot {
  private final FrozenPages frozen;
  private final long size;
  private final AtomicBoolean closed = new AtomicBoolean();

  TableSnapshot(FrozenPages frozen, long size) {
    this.frozen = frozen;
    this.size = size;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public RecordCursor cursor() {
    return new RecordCursor(frozen);
  }

  /** An index of the keys in memory, to tell them from those elsewhere. */
  public ResidentKeys keys() {
    return new ResidentKeys(frozen);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      frozen.release().run();
    }
  }

  /** One pass over the records in memory, which also gives them as a backend stores them. */
  public static final class RecordCursor implements Cursor {
    private final FrozenPages frozen;
    private final RecordShape shape;
    private final KeyDecoder keyDecoder;
    private int pageNumber = -1;
    private int left;
    private long[] page = {};
    private int at;

    RecordCursor(FrozenPages frozen) {
      this.frozen = frozen;
      this.shape = frozen.shape();
      this.keyDecoder = new KeyDecoder(shape.key);
    }

    @Override
    public boolean next() {
      return next(RecordShape.LIVE);
    }

    private boolean next(long wanted) {
      while (true) {
        while (left > 0) {
          left--;
          at += shape.stride;
          if ((page[at] & wanted) != 0) {
            return true;
          }
        }
        if (++pageNumber >= frozen.pages().length) {
          pageNumber = frozen.pages().length;
          return false;
        }
        page = frozen.pages()[pageNumber];
        left = page == null ? 0 : frozen.used()[pageNumber];
        at = -shape.stride;
      }
    }

    @Override
    public long[] words() {
      return page;
    }

    @Override
    public int offset() {
      return at + shape.firstValue;
    }

    @Override
    public byte[] bytes(int word) {
      long reference = page[offset() + word];
      byte[] bytes = new byte[ByteSlab.length(reference)];
      ByteSlab.read(frozen.slab(), reference, bytes, 0);
      return bytes;
    }

    @Override
    public void decodeKey(FieldVector[] vectors, int row) {
      keyDecoder.begin(1, frozen.slab());
      keyDecoder.key(0, page, at);
      keyDecoder.decode(vectors, row);
    }

    /** The length of the key as a backend stores it. */
    public int keyLength() {
      return shape.keyLength(page, at);
    }

    /** Writes the key as a backend stores it. */
    public void writeKey(byte[] target, int offset) {
      shape.writeKey(page, at, frozen.slab(), target, offset);
    }

    /** The length of the value as a backend stores it. */
    public int valueLength() {
      return shape.valueLength(page, at);
    }

    /** Writes the value as a backend stores it. */
    public void writeValue(byte[] target, int offset) {
      shape.writeValue(page, at, frozen.slab(), target, offset);
    }

    @Override
    public void close() {}
  }
}

package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.RecordSnapshot;
import io.millrace.executor.state.table.ResidentKeys;
import io.millrace.executor.state.table.StoredRecord;
import io.millrace.executor.state.table.TableDescriptor;
import io.millrace.executor.state.table.TableSnapshot;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.vector.FieldVector;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * A table whose records are partly in RocksDB only: first come those in memory, then those of
 * RocksDB that were not in memory. RocksDB may be written meanwhile, but only with records that are
 * in memory.
 */
final class PartialSnapshot implements RecordSnapshot {
  private final TableDescriptor descriptor;
  private final RocksDbStore store;
  private final TableSnapshot resident;
  private final long size;
  private final Snapshot snapshot;
  private final AtomicBoolean closed = new AtomicBoolean();

  PartialSnapshot(
      TableDescriptor descriptor, RocksDbStore store, TableSnapshot resident, long size) {
    this.descriptor = descriptor;
    this.store = store.hold();
    this.resident = resident;
    this.size = size;
    this.snapshot = store.takeSnapshot();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public Cursor cursor() {
    return new PartialCursor();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      resident.close();
      store.release(snapshot);
      store.letGo();
    }
  }

  private final class PartialCursor implements Cursor {
    private final TableSnapshot.RecordCursor inMemory = resident.cursor();
    private final StoredRecord record = new StoredRecord(descriptor.layout());
    private ResidentKeys residentKeys;
    private Slice end;
    private ReadOptions readOptions;
    private RocksIterator iterator;

    @Override
    public boolean next() {
      if (iterator == null) {
        if (inMemory.next()) {
          return true;
        }
        openIterator();
      } else if (iterator.isValid()) {
        iterator.next();
      }
      while (iterator.isValid()) {
        byte[] key = iterator.key();
        if (!residentKeys.contains(key, RocksDbKeys.PREFIX, key.length - RocksDbKeys.PREFIX)) {
          record.set(key, RocksDbKeys.PREFIX, iterator.value());
          return true;
        }
        iterator.next();
      }
      store.check(iterator);
      return false;
    }

    private void openIterator() {
      residentKeys = resident.keys();
      end = new Slice(RocksDbKeys.firstOf(descriptor.number() + 1));
      readOptions =
          new ReadOptions().setSnapshot(snapshot).setIterateUpperBound(end).setFillCache(false);
      iterator = store.iterator(readOptions);
      iterator.seek(RocksDbKeys.firstOf(descriptor.number()));
    }

    @Override
    public long[] words() {
      return iterator == null ? inMemory.words() : record.words();
    }

    @Override
    public int offset() {
      return iterator == null ? inMemory.offset() : 0;
    }

    @Override
    public byte[] bytes(int word) {
      return iterator == null ? inMemory.bytes(word) : record.bytes(word);
    }

    @Override
    public void decodeKey(FieldVector[] vectors, int row) {
      if (iterator == null) {
        inMemory.decodeKey(vectors, row);
      } else {
        record.decodeKey(vectors, row);
      }
    }

    @Override
    public void close() {
      if (iterator != null) {
        iterator.close();
        readOptions.close();
        end.close();
      }
    }
  }
}

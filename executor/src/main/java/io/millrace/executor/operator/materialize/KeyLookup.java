package io.millrace.executor.operator.materialize;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Looks rows up by key, on the owner's thread. */
final class KeyLookup {
  private final ViewShape shape;
  private final RecordTable table;
  private final BufferAllocator allocator;
  private final KeyBatch keys;

  KeyLookup(ViewShape shape, RecordTable table, BufferAllocator allocator) {
    this.shape = shape;
    this.table = table;
    this.allocator = allocator;
    this.keys = new KeyBatch(shape.keyTypes());
  }

  RelationRows find(ReadRequest request) {
    List<Object[]> wanted = new ArrayList<>();
    for (Object[] key : request.keys()) {
      Object[] exact = exact(key);
      if (exact != null) {
        wanted.add(exact);
      }
    }
    int[] slots = new int[wanted.size()];
    keys.load(wanted);
    table.find(keys, slots);
    int found = 0;
    for (int slot : slots) {
      if (slot != RecordTable.ABSENT) {
        slots[found++] = slot;
      }
    }
    return new FoundRows(rows(request, slots, found));
  }

  /** The key in the key's own types, or null if no row can have it. */
  private Object[] exact(Object[] key) {
    Object[] exact = key.clone();
    for (int i = 0; i < exact.length; i++) {
      DataType type = shape.keyTypes().get(i);
      if (exact[i] == null) {
        if (!type.nullable()) {
          return null;
        }
      } else if (type.kind() == TypeKind.DECIMAL) {
        BigDecimal value = (BigDecimal) exact[i];
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.DOWN);
        if (scaled.compareTo(value) != 0 || scaled.precision() > type.precision()) {
          return null;
        }
        exact[i] = scaled;
      }
    }
    return exact;
  }

  private List<Object[]> rows(ReadRequest request, int[] slots, int count) {
    int[] places = ViewRows.places(shape, request.columns());
    FieldVector[] key = ArrowTypes.newVectors(shape.keyType(), allocator);
    for (FieldVector vector : key) {
      vector.setInitialCapacity(Math.max(count, 1));
      vector.allocateNew();
    }
    table.decodeKeys(slots, count, key, 0);
    List<Object[]> rows = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      int slot = slots[r];
      long[] page = table.page(slot);
      int at = table.offset(slot);
      Object[] row = new Object[places.length];
      for (int i = 0; i < row.length; i++) {
        int place = places[i];
        row[i] =
            place >= 0
                ? VectorValues.get(key[place], shape.keyTypes().get(place), r)
                : RowDecoder.toObject(
                    shape.values(), -1 - place, page, at, word -> bytes(slot, word));
      }
      long repeats = shape.bag() ? page[at + ViewShape.COUNT] : 1;
      for (long i = 0; i < repeats; i++) {
        rows.add(row);
      }
    }
    for (FieldVector vector : key) {
      vector.close();
    }
    return rows;
  }

  private byte[] bytes(int slot, int word) {
    byte[] bytes = new byte[table.bytesLength(slot, word)];
    table.readBytes(slot, word, bytes, 0);
    return bytes;
  }
}

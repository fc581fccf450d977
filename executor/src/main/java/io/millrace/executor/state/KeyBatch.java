package io.millrace.executor.state;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.ChangeBatch;
import java.util.List;

/**
 * The keys of a batch in the form that record tables compare, with their hashes. Reused from batch
 * to batch by its one owner.
 */
public final class KeyBatch {
  private final List<DataType> types;
  private int size;

  public KeyBatch(List<DataType> types) {
    this.types = List.copyOf(types);
  }

  /** The types of the key's columns. */
  public List<DataType> types() {
    return types;
  }

  /** How many keys are loaded. */
  public int size() {
    return size;
  }

  /** Loads the keys of all rows of a batch; {@code columns} are the key's columns in it. */
  public void load(ChangeBatch batch, List<Integer> columns) {
    throw new UnsupportedOperationException();
  }

  /** A well-mixed hash of a key; equal keys have equal hashes, in every process. */
  public int hash(int key) {
    throw new UnsupportedOperationException();
  }
}

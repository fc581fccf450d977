package io.millrace.executor.state;

import io.millrace.core.type.DataType;
import java.util.List;

/**
 * The shape of a {@link RecordTable}'s records.
 *
 * @param keyTypes the types of the key's columns; empty for a table of one record
 * @param valueWords how many 64-bit words a value has
 * @param byteCells the words (from 0, ascending) that hold a byte string each instead of a number
 */
public record RecordLayout(List<DataType> keyTypes, int valueWords, List<Integer> byteCells) {
  public RecordLayout {
    keyTypes = List.copyOf(keyTypes);
    byteCells = List.copyOf(byteCells);
  }
}

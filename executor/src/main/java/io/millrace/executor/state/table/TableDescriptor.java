package io.millrace.executor.state.table;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.state.RecordLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a backend stores about a table beside its content.
 *
 * @param relationId the relation whose operator it belongs to
 * @param nodeId the operator's node in the relation's plan
 * @param name the table's name within the operator
 * @param number names the table within its backend, never reused
 * @param layout of records; null if the table is an ordered one
 * @param size how many records or keys it holds
 */
public record TableDescriptor(
    long relationId, int nodeId, String name, int number, RecordLayout layout, long size) {

  /** The same table with another number of records. */
  public TableDescriptor withSize(long newSize) {
    return new TableDescriptor(relationId, nodeId, name, number, layout, newSize);
  }

  /** The same table under another number. */
  public TableDescriptor withNumber(int newNumber) {
    return new TableDescriptor(relationId, nodeId, name, newNumber, layout, size);
  }

  /** The error of a table that does not have the layout that its operator needs. */
  public static MillraceException incompatible(
      long relationId, int nodeId, String name, RecordLayout stored, RecordLayout wanted) {
    return new MillraceException(
        ErrorCode.INCOMPATIBLE_STATE,
        "State table "
            + name
            + " of relation "
            + relationId
            + ", node "
            + nodeId
            + " has the layout "
            + stored
            + ", but its operator needs "
            + wanted
            + ".");
  }

  public void write(DataOutput output) throws IOException {
    output.writeLong(relationId);
    output.writeInt(nodeId);
    output.writeUTF(name);
    output.writeInt(number);
    output.writeLong(size);
    output.writeBoolean(layout != null);
    if (layout == null) {
      return;
    }
    output.writeInt(layout.keyTypes().size());
    for (DataType type : layout.keyTypes()) {
      output.writeUTF(type.kind().name());
      output.writeInt(type.precision());
      output.writeInt(type.scale());
      output.writeBoolean(type.nullable());
    }
    output.writeInt(layout.valueWords());
    output.writeInt(layout.byteCells().size());
    for (int cell : layout.byteCells()) {
      output.writeInt(cell);
    }
  }

  public static TableDescriptor read(DataInput input) throws IOException {
    long relationId = input.readLong();
    int nodeId = input.readInt();
    String name = input.readUTF();
    int number = input.readInt();
    long size = input.readLong();
    RecordLayout layout = input.readBoolean() ? readLayout(input) : null;
    return new TableDescriptor(relationId, nodeId, name, number, layout, size);
  }

  private static RecordLayout readLayout(DataInput input) throws IOException {
    List<DataType> keyTypes = new ArrayList<>();
    for (int left = input.readInt(); left > 0; left--) {
      keyTypes.add(
          new DataType(
              TypeKind.valueOf(input.readUTF()),
              input.readInt(),
              input.readInt(),
              input.readBoolean()));
    }
    int valueWords = input.readInt();
    List<Integer> byteCells = new ArrayList<>();
    for (int left = input.readInt(); left > 0; left--) {
      byteCells.add(input.readInt());
    }
    return new RecordLayout(keyTypes, valueWords, byteCells);
  }
}

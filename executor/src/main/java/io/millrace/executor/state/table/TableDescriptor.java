package io.millrace.executor.state.table;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.Redistribution;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a backend stores about a table beside its content.
 *
 * @param relationId the relation whose operator it belongs to
 * @param nodeId the operator's node in the relation's plan
 * @param name the table's name within the operator
 * @param number names the table within its backend, never reused
 * @param layout of records; null if the table is an ordered one
 * @param redistribution which worker gets an entry when there are others
 * @param size how many records or keys it holds
 */
public record TableDescriptor(
    long relationId,
    int nodeId,
    String name,
    int number,
    RecordLayout layout,
    Redistribution redistribution,
    long size) {
  private static final byte BY_KEY = 0;
  private static final byte BY_HASH = 1;
  private static final byte SINGLE = 2;
  private static final byte BROADCAST = 3;

  /** The same table with another number of records. */
  public TableDescriptor withSize(long newSize) {
    return new TableDescriptor(relationId, nodeId, name, number, layout, redistribution, newSize);
  }

  /** The same table under another number. */
  public TableDescriptor withNumber(int newNumber) {
    return new TableDescriptor(relationId, nodeId, name, newNumber, layout, redistribution, size);
  }

  /**
   * Refuses a table that is not what its operator needs.
   *
   * @throws MillraceException {@link ErrorCode#INCOMPATIBLE_STATE}
   */
  public void require(RecordLayout wantedLayout, Redistribution wantedRedistribution) {
    if (Objects.equals(layout, wantedLayout) && redistribution.equals(wantedRedistribution)) {
      return;
    }
    throw new MillraceException(
        ErrorCode.INCOMPATIBLE_STATE,
        "State table "
            + name
            + " of relation "
            + relationId
            + ", node "
            + nodeId
            + " is "
            + text(layout, redistribution)
            + ", but its operator needs "
            + text(wantedLayout, wantedRedistribution)
            + ".");
  }

  private static String text(RecordLayout layout, Redistribution redistribution) {
    return (layout == null ? "ordered" : layout) + ", " + redistribution;
  }

  public void write(DataOutput output) throws IOException {
    output.writeLong(relationId);
    output.writeInt(nodeId);
    output.writeUTF(name);
    output.writeInt(number);
    output.writeLong(size);
    writeRedistribution(output);
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
    Redistribution redistribution = readRedistribution(input);
    RecordLayout layout = input.readBoolean() ? readLayout(input) : null;
    return new TableDescriptor(relationId, nodeId, name, number, layout, redistribution, size);
  }

  private void writeRedistribution(DataOutput output) throws IOException {
    int detail = 0;
    if (redistribution instanceof Redistribution.ByKey byKey) {
      detail = byKey.columns();
    } else if (redistribution instanceof Redistribution.ByHash byHash) {
      detail = byHash.offset();
    }
    output.writeByte(kind(redistribution));
    output.writeInt(detail);
  }

  private static byte kind(Redistribution redistribution) {
    if (redistribution instanceof Redistribution.ByKey) {
      return BY_KEY;
    }
    if (redistribution instanceof Redistribution.ByHash) {
      return BY_HASH;
    }
    return redistribution instanceof Redistribution.Single ? SINGLE : BROADCAST;
  }

  private static Redistribution readRedistribution(DataInput input) throws IOException {
    byte kind = input.readByte();
    int detail = input.readInt();
    return switch (kind) {
      case BY_KEY -> new Redistribution.ByKey(detail);
      case BY_HASH -> new Redistribution.ByHash(detail);
      case SINGLE -> new Redistribution.Single();
      case BROADCAST -> new Redistribution.Broadcast();
      default ->
          throw new MillraceException(
              ErrorCode.CORRUPTED_CHECKPOINT, "No kind of redistribution: " + kind + ".");
    };
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

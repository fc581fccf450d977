package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.EntryRouting;
import io.millrace.executor.state.table.EntryTarget;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The entries of one table of one worker on their way to other workers. They are collected into
 * pieces, since a key's owner is not known before the key is there. One thread uses it.
 */
final class TableDivision implements EntryTarget {
  static final int PIECE_BYTES = 1 << 20;

  private final int table;
  private final EntryRouting routing;
  private final List<DividedState> targets;
  private final Set<ByteBuffer> everywhere;
  private byte[] piece = new byte[1 << 16];
  private int end;

  /**
   * @param table its number at the targets
   * @param everywhere the keys that every target has already
   */
  TableDivision(
      int table, EntryRouting routing, List<DividedState> targets, Set<ByteBuffer> everywhere) {
    this.table = table;
    this.routing = routing;
    this.targets = targets;
    this.everywhere = everywhere;
  }

  @Override
  public int add(int hash, int keyLength, int valueLength) {
    int at = end;
    end = Math.addExact(end, HEADER_BYTES + keyLength + valueLength);
    if (piece.length < end) {
      piece = Arrays.copyOf(piece, Math.max(end, 2 * piece.length));
    }
    Bytes.putInt(piece, at, keyLength);
    Bytes.putInt(piece, at + 4, valueLength);
    return at + HEADER_BYTES;
  }

  @Override
  public byte[] chunk() {
    return piece;
  }

  /** Adds an entry; pieces end by themselves. */
  void add(byte[] key, int keyOffset, byte[] value) {
    int keyLength = key.length - keyOffset;
    int at = add(0, keyLength, value.length);
    System.arraycopy(key, keyOffset, piece, at, keyLength);
    System.arraycopy(value, 0, piece, at + keyLength, value.length);
    if (end >= PIECE_BYTES) {
      endPiece();
    }
  }

  /** Gives what was added to its owners. */
  void endPiece() {
    int at = 0;
    while (at < end) {
      int keyLength = Bytes.getInt(piece, at);
      int valueLength = Bytes.getInt(piece, at + 4);
      at += HEADER_BYTES;
      give(at, keyLength, valueLength);
      at += keyLength + valueLength;
    }
    end = 0;
  }

  private void give(int at, int keyLength, int valueLength) {
    int worker = routing.worker(piece, at);
    if (worker != EntryRouting.EVERY) {
      targets.get(worker).add(table, piece, at, keyLength, valueLength);
    } else if (everywhere.add(ByteBuffer.wrap(Arrays.copyOfRange(piece, at, at + keyLength)))) {
      targets.forEach(target -> target.add(table, piece, at, keyLength, valueLength));
    }
  }
}

package io.millrace.executor.state.table;

import io.millrace.executor.state.KeyGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Records of one table, packed into byte chunks and sorted by key group and key (bytes compared
 * unsigned), each key once. In a chunk a record is the length of its key, of its value (4 bytes
 * each), the key and the value.
 */
public final class PackedRecords implements EntryTarget {
  private static final int CHUNK_BYTES = 1 << 20;

  private final int keyGroups;
  private final Deque<byte[]> freeChunks;
  private final List<byte[]> chunks = new ArrayList<>();
  private int chunkEnd = CHUNK_BYTES;

  /** By record, as added: key group, first 8 bytes of the key, chunk and place. */
  private int[] groups = {};

  private long[] prefixes = {};
  private long[] places = {};
  private int size;
  private long bytes;

  /**
   * @param freeChunks chunks to be used again, where {@link #release} puts them back
   */
  public PackedRecords(int keyGroups, Deque<byte[]> freeChunks) {
    this.keyGroups = keyGroups;
    this.freeChunks = freeChunks;
  }

  /** Gives the chunks back; this is used no more. */
  public void release() {
    for (byte[] chunk : chunks) {
      if (chunk.length == CHUNK_BYTES) {
        freeChunks.push(chunk);
      }
    }
    chunks.clear();
    size = 0;
  }

  @Override
  public int add(int hash, int keyLength, int valueLength) {
    int length = HEADER_BYTES + keyLength + Math.max(0, valueLength);
    if (chunkEnd + length > CHUNK_BYTES) {
      byte[] chunk = length > CHUNK_BYTES ? null : freeChunks.poll();
      chunks.add(chunk != null ? chunk : new byte[Math.max(CHUNK_BYTES, length)]);
      chunkEnd = 0;
    }
    if (size == places.length) {
      int capacity = Math.max(64, size + (size >> 1));
      groups = Arrays.copyOf(groups, capacity);
      places = Arrays.copyOf(places, capacity);
    }
    groups[size] = KeyGroups.of(hash, keyGroups);
    places[size] = (long) (chunks.size() - 1) << 32 | chunkEnd;
    size++;
    int at = chunkEnd;
    Bytes.putInt(chunk(), at, keyLength);
    Bytes.putInt(chunk(), at + 4, valueLength);
    chunkEnd += length;
    bytes += length;
    return at + HEADER_BYTES;
  }

  @Override
  public byte[] chunk() {
    return chunks.get(chunks.size() - 1);
  }

  /** How many records there are; fewer after sorting if some came twice. */
  public int size() {
    return size;
  }

  /** The bytes of all records. */
  public long bytes() {
    return bytes;
  }

  /** Sorts the records, of those with the same key the last one; nothing is added afterwards. */
  public void sort() {
    int[] ends = new int[keyGroups + 1];
    for (int i = 0; i < size; i++) {
      ends[groups[i] + 1]++;
    }
    for (int group = 0; group < keyGroups; group++) {
      ends[group + 1] += ends[group];
    }
    int[] next = Arrays.copyOf(ends, keyGroups);
    long[] sortedPlaces = new long[size];
    prefixes = new long[size];
    int[] sortedGroups = new int[size];
    for (int i = 0; i < size; i++) {
      int to = next[groups[i]]++;
      sortedPlaces[to] = places[i];
      sortedGroups[to] = groups[i];
      prefixes[to] = prefix(places[i]);
    }
    places = sortedPlaces;
    groups = sortedGroups;
    RecordSorter sorter = new RecordSorter(prefixes, places, this::compare);
    for (int group = 0; group < keyGroups; group++) {
      sorter.sort(ends[group], ends[group + 1]);
    }
    dropRepeated();
  }

  private long prefix(long place) {
    byte[] chunk = chunks.get((int) (place >>> 32));
    int at = (int) place;
    int length = Bytes.getInt(chunk, at);
    if (length >= 8) {
      return Bytes.getLong(chunk, at + 8);
    }
    long result = 0;
    for (int i = 0; i < length; i++) {
      result |= (chunk[at + 8 + i] & 0xFFL) << (56 - 8 * i);
    }
    return result;
  }

  private int compareKeys(long left, long right) {
    byte[] leftChunk = chunks.get((int) (left >>> 32));
    byte[] rightChunk = chunks.get((int) (right >>> 32));
    int leftAt = (int) left + 8;
    int rightAt = (int) right + 8;
    return Arrays.compareUnsigned(
        leftChunk,
        leftAt,
        leftAt + Bytes.getInt(leftChunk, leftAt - 8),
        rightChunk,
        rightAt,
        rightAt + Bytes.getInt(rightChunk, rightAt - 8));
  }

  /** By keys, and those added last first. */
  private int compare(long left, long right) {
    int order = compareKeys(left, right);
    return order == 0 ? Long.compare(right, left) : order;
  }

  private void dropRepeated() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      boolean repeated =
          kept > 0
              && groups[kept - 1] == groups[i]
              && prefixes[kept - 1] == prefixes[i]
              && compareKeys(places[kept - 1], places[i]) == 0;
      if (!repeated) {
        groups[kept] = groups[i];
        prefixes[kept] = prefixes[i];
        places[kept] = places[i];
        kept++;
      }
    }
    size = kept;
  }

  public int keyGroup(int record) {
    return groups[record];
  }

  /** The chunk with a record's key and value. */
  public byte[] chunk(int record) {
    return chunks.get((int) (places[record] >>> 32));
  }

  /** Where a record's key begins in its chunk. */
  public int keyStart(int record) {
    return (int) places[record] + 8;
  }

  public int keyLength(int record) {
    return Bytes.getInt(chunk(record), (int) places[record]);
  }

  /** The length of a record's value, which follows its key; or {@link #REMOVED}. */
  public int valueLength(int record) {
    return Bytes.getInt(chunk(record), (int) places[record] + 4);
  }
}

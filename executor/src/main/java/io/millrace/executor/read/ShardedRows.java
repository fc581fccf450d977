package io.millrace.executor.read;

import java.util.List;

/** The rows of all shards of a relation, one shard after the other. */
public final class ShardedRows implements RelationRows {
  private final List<RelationRows> shards;
  private int current;

  public ShardedRows(List<RelationRows> shards) {
    this.shards = List.copyOf(shards);
  }

  @Override
  public boolean next() {
    while (current < shards.size()) {
      if (shards.get(current).next()) {
        return true;
      }
      shards.get(current).close();
      current++;
    }
    return false;
  }

  @Override
  public Object[] row() {
    return shards.get(current).row();
  }

  @Override
  public void close() {
    shards.forEach(RelationRows::close);
    current = shards.size();
  }
}

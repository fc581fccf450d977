package io.millrace.executor.coordinator;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Split;
import io.millrace.executor.worker.Worker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which worker reads which split: the k-th split that was discovered belongs to worker k modulo the
 * number of workers. Belongs to the coordinator's thread.
 */
final class SourceDirectory {
  private final List<Worker> workers;

  SourceDirectory(List<Worker> workers) {
    this.workers = workers;
  }

  /** Remembers the splits that are new. */
  static void remember(RelationEntry source, List<Split> found) {
    for (Split split : found) {
      source.splits.putIfAbsent(split.id(), new SplitState(null, false));
    }
    source.discovered = true;
  }

  /** Hands the splits that no worker has yet to their workers. */
  void assign(RelationEntry source) {
    List<Map<Split, SplitState>> shares = new ArrayList<>();
    workers.forEach(worker -> shares.add(new LinkedHashMap<>()));
    int number = 0;
    for (Map.Entry<String, SplitState> split : source.splits.entrySet()) {
      if (number >= source.assigned) {
        shares.get(number % workers.size()).put(new Split(split.getKey()), split.getValue());
      }
      number++;
    }
    boolean first = source.assigned == 0;
    source.assigned = number;
    boolean all = source.isBoundedSource();
    for (Worker worker : workers) {
      Map<Split, SplitState> share = shares.get(worker.number());
      if (first || !share.isEmpty()) {
        worker.tell(() -> worker.relations().addSplits(source.id(), share, all));
      }
    }
  }
}

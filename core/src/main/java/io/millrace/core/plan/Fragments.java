package io.millrace.core.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a plan falls into fragments: nodes that are connected without an exchange, which run together
 * as one task on each worker. An exchange belongs to the fragment that reads from it.
 */
public final class Fragments {
  private final List<ExecNode> nodes;
  private final int[] first;

  private Fragments(List<ExecNode> nodes, int[] first) {
    this.nodes = nodes;
    this.first = first;
  }

  public static Fragments of(List<ExecNode> nodes) {
    int[] first = new int[nodes.size()];
    for (int id = 0; id < first.length; id++) {
      first[id] = id;
      if (!(nodes.get(id) instanceof ExecNode.Exchange)) {
        for (int input : nodes.get(id).inputs()) {
          join(first, id, input);
        }
      }
    }
    for (int id = 0; id < first.length; id++) {
      first[id] = find(first, id);
    }
    return new Fragments(nodes, first);
  }

  private static void join(int[] first, int a, int b) {
    int ofA = find(first, a);
    int ofB = find(first, b);
    first[Math.max(ofA, ofB)] = Math.min(ofA, ofB);
  }

  private static int find(int[] first, int node) {
    int at = node;
    while (first[at] != at) {
      at = first[at];
    }
    return at;
  }

  /** The least number of the nodes that are in one fragment with the node. */
  public int of(int node) {
    return first[node];
  }

  /**
   * Whether rows of some fragment come back to it. Such a plan cannot run: the fragment would wait
   * for a barrier that only it can send on.
   */
  public boolean haveCycle() {
    Map<Integer, Set<Integer>> readers = new HashMap<>();
    for (ExecNode node : nodes) {
      if (node instanceof ExecNode.Exchange exchange) {
        readers.computeIfAbsent(of(exchange.input()), key -> new HashSet<>()).add(of(node.id()));
      }
    }
    Set<Integer> ended = new HashSet<>();
    return readers.keySet().stream().anyMatch(f -> comesBack(f, readers, new HashSet<>(), ended));
  }

  private static boolean comesBack(
      int fragment, Map<Integer, Set<Integer>> readers, Set<Integer> way, Set<Integer> ended) {
    if (ended.contains(fragment)) {
      return false;
    }
    if (!way.add(fragment)) {
      return true;
    }
    for (int reader : readers.getOrDefault(fragment, Set.of())) {
      if (comesBack(reader, readers, way, ended)) {
        return true;
      }
    }
    way.remove(fragment);
    ended.add(fragment);
    return false;
  }
}

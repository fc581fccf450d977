package io.millrace.executor.simulation;

import java.util.TreeMap;

/** The names in a directory: those that processes see, and those that survive a loss of power. */
final class SimulatedDirectory implements SimulatedNode {
  final TreeMap<String, SimulatedNode> seen = new TreeMap<>();
  final TreeMap<String, SimulatedNode> durable = new TreeMap<>();
}

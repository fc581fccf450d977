package io.millrace.executor.coordinator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A savepoint that is to be taken.
 *
 * @param relations the names of all relations, in the order of their creation
 * @param definitions of all relations, to be kept with it
 * @param stateful the names of the relations whose state it must hold, by id
 */
public record SavepointRequest(
    String name, List<String> relations, String definitions, Map<Long, String> stateful) {
  public SavepointRequest {
    relations = List.copyOf(relations);
    stateful = Collections.unmodifiableMap(new LinkedHashMap<>(stateful));
  }
}

package io.millrace.executor.worker;

import io.millrace.executor.task.Edge;
import java.util.List;

/**
 * A new reader of a relation's changes.
 *
 * @param edges one a worker
 * @param snapshot answered with the content before the first change, or null
 */
public record SubscribeCommand(long relationId, List<? extends Edge> edges, ReadTicket snapshot) {}

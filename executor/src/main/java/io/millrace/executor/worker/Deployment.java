package io.millrace.executor.worker;

import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Source;
import io.millrace.executor.exchange.ExchangeChannels;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.task.RowTimes;
import io.millrace.executor.task.TableFeed;
import io.millrace.executor.translate.RelationGraph;
import java.util.HashMap;
import java.util.Map;

/**
 * A relation as all workers run it.
 *
 * @param graph without fragments for a source
 * @param exchanges the channels of the graph's exchanges, shared by all workers
 * @param source of a source, else null
 * @param feed of a table, else null
 * @param rowTimes of a source with watermarks, else null
 * @param since the epoch after which it is deployed
 */
public record Deployment(
    RelationSpec spec,
    RelationGraph graph,
    Map<Integer, ExchangeChannels> exchanges,
    Source source,
    TableFeed feed,
    RelationMetrics metrics,
    RowTimes rowTimes,
    long since) {

  /** Makes new channels for the graph. */
  public static Deployment of(
      RelationSpec spec,
      RelationGraph graph,
      Source source,
      TableFeed feed,
      RelationMetrics metrics,
      RowTimes rowTimes,
      int workers,
      long since) {
    Map<Integer, ExchangeChannels> exchanges = new HashMap<>();
    graph.exchanges().forEach(number -> exchanges.put(number, new ExchangeChannels(workers)));
    return new Deployment(spec, graph, exchanges, source, feed, metrics, rowTimes, since);
  }

  public long relationId() {
    return spec.id();
  }
}

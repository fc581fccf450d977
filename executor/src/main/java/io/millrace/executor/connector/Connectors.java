package io.millrace.executor.connector;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The connectors that this process has, by name. Immutable. */
public final class Connectors {
  /** The option that names the connector. */
  public static final ConfigOption<String> CONNECTOR =
      ConfigOption.string("connector", "the kind of source or sink").asRequired();

  /** Of every source: how long a split without new rows holds the watermark back; 0: for ever. */
  public static final ConfigOption<Duration> IDLE_TIMEOUT =
      ConfigOption.duration(
              "source.idle-timeout", "how long what gives no rows holds the watermark back")
          .withDefault(Duration.ofSeconds(30));

  private final Map<String, SourceConnector> sources = new TreeMap<>();
  private final Map<String, SinkConnector> sinks = new TreeMap<>();

  public Connectors(List<SourceConnector> sources, List<SinkConnector> sinks) {
    sources.forEach(connector -> this.sources.put(connector.name(), connector));
    sinks.forEach(connector -> this.sinks.put(connector.name(), connector));
  }

  /** The source connector that the options name; refuses unknown names and options. */
  public SourceConnector source(Map<String, String> options) {
    SourceConnector connector = find("source", sources, options);
    List<ConfigOption<?>> known = new ArrayList<>(connector.options());
    known.add(IDLE_TIMEOUT);
    connectorOptions(options).validate(subject(options), known);
    return connector;
  }

  /** The sink connector that the options name; refuses unknown names and options. */
  public SinkConnector sink(Map<String, String> options) {
    SinkConnector connector = find("sink", sinks, options);
    List<ConfigOption<?>> known = new ArrayList<>(connector.options());
    known.add(DeliveryGuarantee.OF_SINK);
    connectorOptions(options).validate(subject(options), known);
    return connector;
  }

  /** The options without the connector's name. */
  public static Options connectorOptions(Map<String, String> options) {
    Map<String, String> rest = new LinkedHashMap<>(options);
    rest.remove(CONNECTOR.name());
    return Options.of(rest);
  }

  /** The options of a source without those that all sources have. */
  public static Options sourceOptions(Map<String, String> options) {
    Map<String, String> rest = new LinkedHashMap<>(options);
    rest.remove(CONNECTOR.name());
    rest.remove(IDLE_TIMEOUT.name());
    return Options.of(rest);
  }

  /** The options of a sink without those that all sinks have. */
  public static Options sinkOptions(Map<String, String> options) {
    Map<String, String> rest = new LinkedHashMap<>(options);
    rest.remove(CONNECTOR.name());
    rest.remove(DeliveryGuarantee.OF_SINK.name());
    return Options.of(rest);
  }

  private static String subject(Map<String, String> options) {
    return "connector '" + options.get(CONNECTOR.name()) + "'";
  }

  private static <T> T find(String kind, Map<String, T> known, Map<String, String> options) {
    String name = Options.of(options).get(CONNECTOR);
    T connector = known.get(name);
    if (connector == null) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "There is no "
              + kind
              + " connector '"
              + name
              + "'."
              + Suggestions.closest(name, known.keySet())
                  .map(closest -> " Did you mean '" + closest + "'?")
                  .orElse(" There are: " + String.join(", ", known.keySet()) + "."));
    }
    return connector;
  }
}

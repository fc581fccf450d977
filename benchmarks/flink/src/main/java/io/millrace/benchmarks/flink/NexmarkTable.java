package io.millrace.benchmarks.flink;

import io.millrace.connector.nexmark.EventKind;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/**
 * {@code 'connector' = 'nexmark-rows'}: the rows of Millrace's nexmark source, made by its
 * generator as Flink's internal rows, so that no conversion is charged to Flink.
 */
public final class NexmarkTable implements DynamicTableSourceFactory {
  private static final ConfigOption<String> KIND = required("kind");
  private static final ConfigOption<String> EVENTS = required("events");
  private static final ConfigOption<String> SPLITS = required("splits");
  private static final ConfigOption<String> SEED = required("seed");
  private static final ConfigOption<String> START = required("event-time.start");
  private static final ConfigOption<String> RATE = required("event-time.rate");

  private static ConfigOption<String> required(String name) {
    return ConfigOptions.key(name).stringType().noDefaultValue();
  }

  @Override
  public String factoryIdentifier() {
    return "nexmark-rows";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(KIND, EVENTS, SPLITS, SEED, START, RATE);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    Map<String, String> options = context.getCatalogTable().getOptions();
    Map<String, String> generator = new HashMap<>();
    for (ConfigOption<String> option : Set.of(SEED, START, RATE)) {
      generator.put(option.key(), options.get(option.key()));
    }
    return new NexmarkScan(
        EventKind.valueOf(options.get(KIND.key()).toUpperCase(Locale.ROOT)),
        generator,
        Long.parseLong(options.get(EVENTS.key())),
        Integer.parseInt(options.get(SPLITS.key())),
        context.getPhysicalRowDataType());
  }
}

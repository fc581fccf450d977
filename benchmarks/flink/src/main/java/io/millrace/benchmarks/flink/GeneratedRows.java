package io.millrace.benchmarks.flink;

import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * A table of (k BIGINT, v BIGINT) whose rows are those of Millrace's datagen source with the same
 * seed and bounds: made as Flink's internal rows, so that no conversion is charged to Flink.
 */
public final class GeneratedRows implements DynamicTableSourceFactory {
  private static final ConfigOption<Long> ROWS =
      ConfigOptions.key("rows").longType().noDefaultValue();
  private static final ConfigOption<Long> KEYS =
      ConfigOptions.key("keys").longType().noDefaultValue();
  private static final ConfigOption<Long> SEED =
      ConfigOptions.key("seed").longType().defaultValue(1L);

  @Override
  public String factoryIdentifier() {
    return "generated-rows";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(ROWS, KEYS);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(SEED);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    var options = context.getCatalogTable().getOptions();
    return new Scan(
        Long.parseLong(options.get(ROWS.key())),
        new Row(
            Long.parseLong(options.getOrDefault(SEED.key(), "1")),
            Long.parseLong(options.get(KEYS.key()))),
        (RowType) context.getPhysicalRowDataType().getLogicalType());
  }

  private record Scan(long rows, Row generator, RowType rowType) implements ScanTableSource {
    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return new DataStreamScanProvider() {
        @Override
        public DataStream<RowData> produceDataStream(
            ProviderContext providerContext, StreamExecutionEnvironment environment) {
          TypeInformation<RowData> type = InternalTypeInfo.of(rowType);
          return environment.fromSource(
              new DataGeneratorSource<>(generator, rows, type),
              WatermarkStrategy.noWatermarks(),
              "generated rows");
        }

        @Override
        public boolean isBounded() {
          return false;
        }
      };
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "generated rows";
    }
  }

  /** Makes row number n. */
  private record Row(long seed, long keys) implements GeneratorFunction<Long, RowData> {
    private static final long VALUE_BOUND = 1_000;

    @Override
    public RowData map(Long row) {
      return GenericRowData.of(
          RandomSequence.between(seed, 0, row, 0, keys - 1),
          RandomSequence.between(seed, 1, row, 0, VALUE_BOUND - 1));
    }
  }
}

package io.millrace.benchmarks.flink;

import io.millrace.connector.nexmark.EventKind;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Makes only the columns that the query reads, and watermarks by split. */
final class NexmarkScan
    implements ScanTableSource, SupportsProjectionPushDown, SupportsWatermarkPushDown {
  private final EventKind kind;
  private final Map<String, String> options;
  private final long events;
  private final int splits;
  private DataType rowType;
  private WatermarkStrategy<RowData> watermarks = WatermarkStrategy.noWatermarks();

  NexmarkScan(
      EventKind kind, Map<String, String> options, long events, int splits, DataType rowType) {
    this.kind = kind;
    this.options = options;
    this.events = events;
    this.splits = splits;
    this.rowType = rowType;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] projected, DataType producedType) {
    rowType = Projection.of(projected).project(rowType);
  }

  @Override
  public void applyWatermark(WatermarkStrategy<RowData> strategy) {
    watermarks = strategy;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    RowType produced = (RowType) rowType.getLogicalType();
    List<NexmarkRowSource.Field> fields =
        produced.getFields().stream()
            .map(
                field -> new NexmarkRowSource.Field(field.getName(), field.getType().getTypeRoot()))
            .toList();
    NexmarkRowSource source = new NexmarkRowSource(kind, options, events, splits, fields);
    WatermarkStrategy<RowData> strategy = watermarks;
    return new DataStreamScanProvider() {
      @Override
      public DataStream<RowData> produceDataStream(
          ProviderContext providerContext, StreamExecutionEnvironment environment) {
        return environment.fromSource(
            source, strategy, "nexmark " + kind, InternalTypeInfo.of(produced));
      }

      @Override
      public boolean isBounded() {
        return false;
      }
    };
  }

  @Override
  public DynamicTableSource copy() {
    NexmarkScan copy = new NexmarkScan(kind, options, events, splits, rowType);
    copy.watermarks = watermarks;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "nexmark " + kind;
  }
}

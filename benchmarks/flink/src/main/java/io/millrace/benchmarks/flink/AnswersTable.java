package io.millrace.benchmarks.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * {@code 'connector' = 'answers'}: drops what it gets, as Flink's blackhole does, and notes when
 * the last row was there; or, with {@code 'digest' = 'true'}, digests the answer.
 */
public final class AnswersTable implements DynamicTableSinkFactory {
  private static final ConfigOption<Boolean> DIGEST =
      ConfigOptions.key("digest").booleanType().defaultValue(false);

  @Override
  public String factoryIdentifier() {
    return "answers";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(DIGEST);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    String digest = context.getCatalogTable().getOptions().get(DIGEST.key());
    return new Table(context.getPhysicalRowDataType(), Boolean.parseBoolean(digest));
  }

  private record Table(DataType rowType, boolean digest) implements DynamicTableSink {
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
      ChangelogMode.Builder mode = ChangelogMode.newBuilder();
      for (RowKind kind : requested.getContainedKinds()) {
        // Who drops all needs no rows taken back for an update, which is less work for Flink.
        if (digest || kind != RowKind.UPDATE_BEFORE) {
          mode.addContainedKind(kind);
        }
      }
      return mode.build();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
      return SinkV2Provider.of(new AnswerSink(digest ? (RowType) rowType.getLogicalType() : null));
    }

    @Override
    public DynamicTableSink copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "answers";
    }
  }
}

package io.millrace.connector.datagen;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceConnector;
import io.millrace.executor.connector.SourceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code 'connector' = 'datagen'}. */
public final class DatagenConnector implements SourceConnector {
  @Override
  public String name() {
    return "datagen";
  }

  @Override
  public List<ConfigOption<?>> options() {
    List<ConfigOption<?>> options = new ArrayList<>(DatagenOptions.OF_COLUMN);
    options.add(DatagenOptions.ROWS_PER_SECOND);
    options.add(DatagenOptions.NUMBER_OF_ROWS);
    options.add(DatagenOptions.SEED);
    options.add(DatagenOptions.SPLITS);
    return options;
  }

  @Override
  public Source open(RelationSpec.Source spec, Options options, SourceContext context) {
    RowType rowType = spec.rowType();
    checkColumnNames(rowType, options);
    long seed = options.get(DatagenOptions.SEED);
    long rows = options.find(DatagenOptions.NUMBER_OF_ROWS).orElse(Long.MAX_VALUE);
    List<ColumnPlan> plans = new ArrayList<>();
    try {
      for (int column = 0; column < rowType.size(); column++) {
        ColumnPlan plan =
            ColumnPlan.of(
                new ColumnSettings(rowType.column(column), options),
                DatagenValues.columnSeed(seed, column),
                context.allocator());
        plans.add(plan);
        rows = Math.min(rows, plan.rows());
      }
    } catch (RuntimeException e) {
      plans.stream().filter(p -> p.list() != null).forEach(p -> p.list().close());
      throw e;
    }
    return new DatagenSource(
        rowType,
        List.copyOf(plans),
        rows,
        options.get(DatagenOptions.SPLITS),
        options.find(DatagenOptions.ROWS_PER_SECOND).orElse(0L),
        context.clock(),
        context.allocator());
  }

  private static void checkColumnNames(RowType rowType, Options options) {
    for (String name : options.names()) {
      for (ConfigOption<?> option : DatagenOptions.OF_COLUMN) {
        Optional<String> column = option.match(name);
        if (column.isPresent() && rowType.indexOf(column.get()) < 0) {
          List<String> columns = rowType.columns().stream().map(Column::name).toList();
          throw new MillraceException(
              ErrorCode.INVALID_OPTION,
              "Option '"
                  + name
                  + "' is for a column \""
                  + column.get()
                  + "\" that is not there."
                  + Suggestions.closest(column.get(), columns)
                      .map(c -> " Did you mean '" + option.named(c).name() + "'?")
                      .orElse(""));
        }
      }
    }
  }
}

package io.millrace.connector.datagen;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import java.util.Optional;

/** The options of one column, with errors that name it. */
record ColumnSettings(Column column, Options options) {
  <T> Optional<T> find(ConfigOption<T> option) {
    return options.find(option.named(column.name()));
  }

  boolean has(ConfigOption<?> option) {
    return options.names().contains(option.named(column.name()).name());
  }

  DatagenOptions.Kind kind() {
    boolean sequence =
        has(DatagenOptions.START) || has(DatagenOptions.END) || has(DatagenOptions.STEP);
    return find(DatagenOptions.KIND)
        .orElse(sequence ? DatagenOptions.Kind.SEQUENCE : DatagenOptions.Kind.RANDOM);
  }

  /** Refuses options that mean nothing here. */
  void refuse(String why, ConfigOption<?>... refused) {
    for (ConfigOption<?> option : refused) {
      if (has(option)) {
        throw invalid(option, why);
      }
    }
  }

  MillraceException invalid(ConfigOption<?> option, String reason) {
    return new MillraceException(
        ErrorCode.INVALID_OPTION,
        "Option '" + option.named(column.name()).name() + "' " + reason + ".");
  }
}

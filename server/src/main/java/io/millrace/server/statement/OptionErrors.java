package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.ddl.OptionsStatement;
import java.util.Map;
import java.util.Optional;

/** Gives errors about options their places: connectors know options by name only. */
final class OptionErrors {
  private OptionErrors() {}

  /** Does the work; an error about an option of the statement gets the place of that option. */
  static void locate(OptionsStatement statement, Runnable work) {
    try {
      work.run();
    } catch (MillraceException e) {
      throw e.code() == ErrorCode.INVALID_OPTION && e.position().isEmpty()
          ? position(statement, e.getMessage())
              .map(place -> new MillraceException(e.code(), place, e.getMessage(), e))
              .orElse(e)
          : e;
    }
  }

  private static Optional<SourcePosition> position(OptionsStatement statement, String message) {
    Map<String, String> options = statement.optionMap();
    for (String name : options.keySet()) {
      if (message.contains("ption '" + name + "'")) {
        return statement.optionPosition(name);
      }
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (message.contains("'" + option.getValue() + "'")) {
        return statement.optionPosition(option.getKey());
      }
    }
    return Optional.empty();
  }
}

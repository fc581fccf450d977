package io.millrace.connector.filesystem;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceConnector;
import io.millrace.executor.connector.SourceContext;
import java.nio.file.Path;
import java.util.List;

/** {@code 'connector' = 'filesystem'} for sources. */
public final class FileSourceConnector implements SourceConnector {
  private static final String DEAD_LETTERS = "dead-letters.jsonl";

  @Override
  public String name() {
    return "filesystem";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(
        FileOptions.PATH,
        FileOptions.FORMAT,
        FileOptions.WATCH,
        FileOptions.POLL_INTERVAL,
        FileOptions.ON_ERROR,
        FileOptions.DEAD_LETTER_PATH,
        FileOptions.MAX_RECORD_SIZE,
        FileOptions.CSV_HEADER,
        FileOptions.CSV_DELIMITER,
        FileOptions.CSV_QUOTE,
        FileOptions.CSV_NULL);
  }

  @Override
  public Source open(RelationSpec.Source spec, Options options, SourceContext context) {
    FileOptions.OnError onError = options.get(FileOptions.ON_ERROR);
    if (onError != FileOptions.OnError.DEAD_LETTER
        && options.find(FileOptions.DEAD_LETTER_PATH).isPresent()) {
      throw FileOptions.invalid(
          "Option 'dead-letter.path' has a meaning with 'on-error' = 'dead-letter' only.");
    }
    FileSourceSettings settings =
        new FileSourceSettings(
            spec.rowType(),
            format(spec, options),
            options.get(FileOptions.WATCH),
            options.get(FileOptions.POLL_INTERVAL),
            FileOptions.maxRecordSize(options),
            context.clock(),
            context.allocator());
    Path deadLetters =
        options
            .find(FileOptions.DEAD_LETTER_PATH)
            .map(given -> FileOptions.path(FileOptions.DEAD_LETTER_PATH, given))
            .map(Path::of)
            .orElseGet(() -> context.directory().resolve(DEAD_LETTERS));
    FilePattern pattern =
        FilePattern.of(FileOptions.path(FileOptions.PATH, options.get(FileOptions.PATH)));
    if (onError == FileOptions.OnError.DEAD_LETTER && pattern.includes(deadLetters)) {
      throw FileOptions.invalid(
          "The dead letters "
              + deadLetters
              + " would be read as data, because 'path' includes them. Choose another"
              + " 'dead-letter.path'.");
    }
    BadRecordHandler badRecords =
        BadRecordHandler.of(onError, context.badRecords(), spec.name(), deadLetters);
    FileSource source = new FileSource(settings, pattern, badRecords);
    try {
      source.check();
      return source;
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private static FileFormat format(RelationSpec.Source spec, Options options) {
    return switch (options.get(FileOptions.FORMAT)) {
      case CSV ->
          new CsvFileFormat(
              FileOptions.dialect(options), FileOptions.header(options), spec.rowType());
      case JSON -> {
        FileOptions.dialect(options);
        yield new JsonFileFormat(spec.rowType());
      }
    };
  }
}

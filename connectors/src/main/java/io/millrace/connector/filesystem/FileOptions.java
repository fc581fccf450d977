package io.millrace.connector.filesystem;

import io.millrace.connector.format.CsvDialect;
import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.DataSize;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.time.Duration;
import java.util.List;

/** The options of the filesystem connector, for sources and sinks. */
final class FileOptions {
  enum Format {
    CSV,
    JSON;

    String spelled() {
      return this == CSV ? "csv" : "json";
    }
  }

  enum OnError {
    FAIL,
    SKIP,
    DEAD_LETTER
  }

  static final ConfigOption<String> PATH =
      ConfigOption.string("path", "the file, the directory or the glob pattern of the files")
          .asRequired();
  static final ConfigOption<Format> FORMAT =
      ConfigOption.choice("format", Format.class, "how records are written").asRequired();
  static final ConfigOption<Boolean> WATCH =
      ConfigOption.bool("watch", "whether to go on with new files and appended lines")
          .withDefault(false);
  static final ConfigOption<Duration> POLL_INTERVAL =
      ConfigOption.duration("poll-interval", "how often to look for new files and lines")
          .withDefault(Duration.ofMillis(200));
  static final ConfigOption<OnError> ON_ERROR =
      ConfigOption.choice("on-error", OnError.class, "what becomes of records that are malformed")
          .withDefault(OnError.FAIL);
  static final ConfigOption<String> DEAD_LETTER_PATH =
      ConfigOption.string("dead-letter.path", "the file that receives malformed records");
  static final ConfigOption<DataSize> MAX_RECORD_SIZE =
      ConfigOption.dataSize("max-record-size", "the size from which on a record is malformed")
          .withDefault(DataSize.megabytes(16));
  static final ConfigOption<Boolean> CSV_HEADER =
      ConfigOption.bool("csv.header", "whether the first line holds the columns' names");
  static final ConfigOption<Byte> CSV_DELIMITER =
      ConfigOption.verbatim(
          "csv.delimiter",
          FileOptions::separator,
          "one ASCII character, or \\t for a tab",
          "what stands between fields");
  static final ConfigOption<Byte> CSV_QUOTE =
      ConfigOption.verbatim(
          "csv.quote",
          text -> text.isEmpty() ? CsvDialect.NO_QUOTE : separator(text),
          "one ASCII character, or empty for none",
          "what encloses fields");
  static final ConfigOption<String> CSV_NULL =
      ConfigOption.verbatim("csv.null", text -> text, "text", "what stands for NULL");

  static final List<ConfigOption<?>> OF_CSV =
      List.of(CSV_HEADER, CSV_DELIMITER, CSV_QUOTE, CSV_NULL);

  static final long LARGEST_RECORD = 1L << 29;

  private FileOptions() {}

  private static byte separator(String text) {
    if (text.equals("\\t")) {
      return '\t';
    }
    if (text.length() != 1 || text.charAt(0) > 126 || "\n\r".contains(text)) {
      throw new IllegalArgumentException(text);
    }
    return (byte) text.charAt(0);
  }

  /** The dialect; refuses CSV options of another format. */
  static CsvDialect dialect(Options options) {
    if (options.get(FORMAT) != Format.CSV) {
      for (ConfigOption<?> option : OF_CSV) {
        if (options.find(option).isPresent()) {
          throw invalid("Option '" + option.name() + "' is for 'format' = 'csv' only.");
        }
      }
      return CsvDialect.DEFAULT;
    }
    byte delimiter = options.find(CSV_DELIMITER).orElse(CsvDialect.DEFAULT.delimiter());
    byte quote = options.find(CSV_QUOTE).orElse(CsvDialect.DEFAULT.quote());
    if (delimiter == quote) {
      throw invalid("Options 'csv.delimiter' and 'csv.quote' must differ.");
    }
    return new CsvDialect(
        delimiter, quote, options.find(CSV_NULL).orElse(CsvDialect.DEFAULT.nullText()));
  }

  static boolean header(Options options) {
    return options.find(CSV_HEADER).orElse(true);
  }

  static int maxRecordSize(Options options) {
    long bytes = options.get(MAX_RECORD_SIZE).bytes();
    if (bytes < 1 || bytes > LARGEST_RECORD) {
      throw invalid("Option 'max-record-size' must be from 1 byte to 512 MB.");
    }
    return (int) bytes;
  }

  /** A path as it was given; an empty one would be the directory that the server runs in. */
  static String path(ConfigOption<String> option, String given) {
    if (given.isBlank()) {
      throw invalid("Option '" + option.name() + "' is empty. Name a file or a directory.");
    }
    return given;
  }

  static MillraceException invalid(String message) {
    return new MillraceException(ErrorCode.INVALID_OPTION, message);
  }
}

package io.millrace.connector.filesystem;

import io.millrace.connector.format.CsvDialect;
import io.millrace.connector.format.CsvEncoder;
import io.millrace.connector.format.JsonEncoder;
import io.millrace.connector.format.RecordEncoder;
import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.DataSize;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.filesystem.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** {@code 'connector' = 'filesystem'} for sinks. */
public final class FileSinkConnector implements SinkConnector {
  static final ConfigOption<Boolean> CHANGELOG =
      ConfigOption.bool(
              "changelog", "whether rows say with '+' or '-' in a first column 'op' if they came")
          .withDefault(false);
  static final ConfigOption<DataSize> MAX_FILE_SIZE =
      ConfigOption.dataSize("max-file-size", "the size from which on a new file is begun")
          .withDefault(DataSize.megabytes(128));

  private final FileSystem files;

  public FileSinkConnector() {
    this(LocalFileSystem.shared());
  }

  /** For tests and simulations, which bring file systems of their own. */
  public FileSinkConnector(FileSystem files) {
    this.files = files;
  }

  @Override
  public String name() {
    return "filesystem";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(
        FileOptions.PATH,
        FileOptions.FORMAT,
        CHANGELOG,
        MAX_FILE_SIZE,
        FileOptions.CSV_HEADER,
        FileOptions.CSV_DELIMITER,
        FileOptions.CSV_QUOTE,
        FileOptions.CSV_NULL);
  }

  @Override
  public Sink open(RelationSpec.Sink spec, ChangelogMode input, Options options) {
    boolean changelog = options.get(CHANGELOG);
    if (input != ChangelogMode.APPEND && !changelog) {
      throw FileOptions.invalid(
          "The query of sink "
              + spec.name()
              + " updates and deletes rows, but rows in files cannot be changed. To write the"
              + " changes themselves, say 'changelog' = 'true': every row then begins with a"
              + " column op, which is + for a row that came and - for one that went.");
    }
    if (changelog && spec.rowType().indexOf(RecordEncoder.OPERATION) >= 0) {
      throw FileOptions.invalid(
          "With 'changelog' = 'true' the files have a column op; give the query's column op"
              + " another name (AS …).");
    }
    Supplier<RecordEncoder> encoders = encoders(spec.rowType(), options, changelog);
    SinkDirectory directory =
        new SinkDirectory(
            files, path(options), spec.id(), options.get(FileOptions.FORMAT).spelled());
    try {
      directory.create();
    } catch (IOException e) {
      throw FileErrors.of("create the directory " + directory.path(), e);
    }
    return new FileSink(directory, encoders, options.get(MAX_FILE_SIZE).bytes());
  }

  private static Path path(Options options) {
    Path path;
    try {
      path =
          Path.of(FileOptions.path(FileOptions.PATH, options.get(FileOptions.PATH)))
              .toAbsolutePath()
              .normalize();
    } catch (InvalidPathException e) {
      throw FileOptions.invalid("Option 'path' is not a path: " + e.getMessage());
    }
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw FileOptions.invalid(
          "Option 'path' of a sink must be a directory, but " + path + " is a file.");
    }
    return path;
  }

  private static Supplier<RecordEncoder> encoders(
      RowType rowType, Options options, boolean changelog) {
    CsvDialect dialect = FileOptions.dialect(options);
    if (options.get(FileOptions.FORMAT) == FileOptions.Format.JSON) {
      return () -> new JsonEncoder(changelog, rowType);
    }
    if (dialect.quote() == CsvDialect.NO_QUOTE) {
      throw FileOptions.invalid("A sink cannot do without 'csv.quote'.");
    }
    boolean header = FileOptions.header(options);
    return () -> new CsvEncoder(dialect, header, changelog, rowType);
  }
}

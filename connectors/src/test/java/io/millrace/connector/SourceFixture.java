package io.millrace.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.ManualClock;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceContext;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ChangeBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.arrow.memory.RootAllocator;

/** Opens sources and shows their rows as text; checks at the end that all memory was given back. */
public final class SourceFixture implements AutoCloseable {
  public final ManualClock clock = new ManualClock();
  public final List<String> badRecords = new ArrayList<>();
  private final RootAllocator allocator = new RootAllocator();
  private final List<Source> sources = new ArrayList<>();
  private final Path directory;

  public SourceFixture(Path directory) {
    this.directory = directory;
  }

  public RootAllocator allocator() {
    return allocator;
  }

  /** Opens a source as CREATE SOURCE does; options as name, value, name, value, … */
  public Source open(RowType rowType, String... options) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return open(new RelationSpec.Source(7, "events", rowType, map));
  }

  public Source open(RelationSpec.Source spec) {
    Source source =
        BuiltInConnectors.create()
            .source(spec.options())
            .open(
                spec,
                Connectors.connectorOptions(spec.options()),
                new SourceContext(
                    clock,
                    allocator,
                    (split, message) -> badRecords.add(split.id() + ": " + message),
                    directory));
    sources.add(source);
    return source;
  }

  /** All rows of all splits, in order. */
  public List<String> readAll(Source source) {
    List<String> rows = new ArrayList<>();
    for (Split split : source.discoverSplits()) {
      try (SplitReader reader = source.read(split, null, null)) {
        rows.addAll(drain(reader, 1000));
      }
    }
    return rows;
  }

  /** Rows until there is nothing (now). */
  public List<String> drain(SplitReader reader, int maxRows) {
    List<String> rows = new ArrayList<>();
    while (true) {
      List<String> polled = poll(reader, maxRows);
      if (polled.isEmpty()) {
        return rows;
      }
      rows.addAll(polled);
    }
  }

  /** The rows of one poll; empty for nothing and for the end. */
  public List<String> poll(SplitReader reader, int maxRows) {
    if (!(reader.poll(maxRows) instanceof SplitReader.Poll.Rows rows)) {
      return List.of();
    }
    try {
      assertThat(rows.batch().rowCount()).isBetween(1, maxRows);
      return text(rows.batch());
    } finally {
      rows.batch().release();
    }
  }

  /** Values joined by {@code |}. */
  public static List<String> text(ChangeBatch batch) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < batch.columnCount(); column++) {
        assertThat(batch.column(column).getValueCount()).isEqualTo(batch.rowCount());
        text.append(column == 0 ? "" : "|").append(ArrowValues.text(batch, column, row));
      }
      rows.add(text.toString());
    }
    return rows;
  }

  /** {@code "a BIGINT, b VARCHAR"}; DECIMAL as {@code DECIMAL(p.s)}. */
  public static RowType columns(String text) {
    return new RowType(
        java.util.Arrays.stream(text.split(", "))
            .map(SourceFixture::column)
            .collect(Collectors.toList()));
  }

  private static Column column(String text) {
    boolean notNull = text.endsWith(" NOT NULL");
    String rest = notNull ? text.substring(0, text.length() - " NOT NULL".length()) : text;
    int blank = rest.lastIndexOf(' ');
    DataType type = type(rest.substring(blank + 1));
    return new Column(rest.substring(0, blank), notNull ? type.notNull() : type);
  }

  private static DataType type(String text) {
    int open = text.indexOf('(');
    if (open < 0) {
      return DataType.of(TypeKind.valueOf(text));
    }
    String[] arguments = text.substring(open + 1, text.length() - 1).split("\\.");
    TypeKind kind = TypeKind.valueOf(text.substring(0, open));
    return new DataType(
        kind,
        Integer.parseInt(arguments[0]),
        arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0,
        true);
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
    allocator.close();
  }
}

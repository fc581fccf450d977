package io.millrace.connector.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.RandomRows;
import io.millrace.connector.SourceFixture;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sink writes a source reads back to the same rows. */
class RoundTripTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json"})
  void randomRowsOfRandomTypes(String format) {
    long firstSeed = new Random().nextLong();
    for (int i = 0; i < 300; i++) {
      long seed = firstSeed + i;
      try (SourceFixture fixture = new SourceFixture(directory)) {
        roundTrip(fixture, format, seed, directory.resolve(format + i));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static void roundTrip(SourceFixture fixture, String format, long seed, Path path) {
    Random random = new Random(seed);
    RandomRows generator = new RandomRows(seed);
    RowType rowType = generator.rowType();
    List<Object[]> rows = generator.rows(rowType, 1 + random.nextInt(40));
    Map<String, String> options = new LinkedHashMap<>();
    options.put("path", path.toString());
    options.put("format", format);
    if (format.equals("csv")) {
      options.put("csv.header", random.nextBoolean() ? "true" : "false");
      options.put(
          "csv.delimiter", List.of(",", ";", "|", "\\t", ".", "-", "1").get(random.nextInt(7)));
      options.put("csv.quote", List.of("\"", "'").get(random.nextInt(2)));
      options.put("csv.null", List.of("", "NA", "null", "0", "\\N").get(random.nextInt(5)));
    }
    List<String> expected = write(fixture, rowType, rows, options);
    options.put("connector", "filesystem");
    Source source = fixture.open(new RelationSpec.Source(1, "back", rowType, options));
    List<String> read = new ArrayList<>();
    try (SplitReader reader = source.read(source.discoverSplits().get(0), null, null)) {
      read.addAll(fixture.drain(reader, 1 + random.nextInt(30)));
    }
    assertThat(read).as("%s %s", rowType, options).isEqualTo(expected);
  }

  private static List<String> write(
      SourceFixture fixture, RowType rowType, List<Object[]> rows, Map<String, String> options) {
    Sink sink =
        new FileSinkConnector()
            .open(
                new RelationSpec.Sink(1, "out", rowType, null, options),
                ChangelogMode.APPEND,
                Options.of(options));
    try (SinkWriter writer = sink.openWriter(0, 1);
        BatchBuilder builder = new BatchBuilder(rowType, fixture.allocator())) {
      rows.forEach(row -> builder.add(row, 1));
      ChangeBatch batch = builder.build();
      List<String> text = SourceFixture.text(batch);
      writer.write(batch);
      batch.release();
      sink.commit(writer.prepare(1));
      return text;
    }
  }
}

package io.millrace.connector.filesystem;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.filesystem.FaultyFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {
  private static final RowType ROWS = columns("k BIGINT, v VARCHAR");

  @TempDir Path directory;
  private final FaultyFileSystem files = new FaultyFileSystem();
  private SourceFixture fixture;
  private Path out;

  @BeforeEach
  void open() {
    fixture = new SourceFixture(directory);
    out = directory.resolve("out");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Sink sink(long id, ChangelogMode mode, RowType rowType, String... more) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("path", out.toString());
    options.put("format", "csv");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    FileSinkConnector connector = new FileSinkConnector(files);
    Options.of(options).validate("connector 'filesystem'", connector.options());
    return connector.open(
        new RelationSpec.Sink(id, "alerts", rowType, null, options), mode, Options.of(options));
  }

  private Sink sink() {
    return sink(7, ChangelogMode.APPEND, ROWS);
  }

  private void write(SinkWriter writer, Object... keysAndValues) {
    try (BatchBuilder builder = new BatchBuilder(ROWS, fixture.allocator())) {
      for (int i = 0; i < keysAndValues.length; i += 2) {
        builder.add(new Object[] {keysAndValues[i], keysAndValues[i + 1]}, 1);
      }
      ChangeBatch batch = builder.build();
      writer.write(batch);
      batch.release();
    }
  }

  private List<String> visible() {
    try (Stream<Path> entries = Files.list(out)) {
      return entries
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> content() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : visible()) {
      lines.addAll(Files.readAllLines(out.resolve(name)));
    }
    return lines;
  }

  @Test
  void rowsAppearWhenTheirCheckpointIsCommitted() throws IOException {
    Sink sink = sink();
    SinkWriter first = sink.openWriter(0, 2);
    SinkWriter second = sink.openWriter(1, 2);
    write(first, 1L, "a", 2L, null);
    write(second, 3L, "");
    List<Sink.Committable> committables = new ArrayList<>(first.prepare(5));
    committables.addAll(second.prepare(5));
    write(first, 4L, "later");
    assertThat(visible()).isEmpty();
    sink.commit(committables);
    assertThat(visible()).containsExactly("part-7-0-5-0.csv", "part-7-1-5-0.csv");
    assertThat(content()).containsExactly("k,v", "1,a", "2,", "k,v", "3,\"\"");
    sink.commit(first.prepare(6));
    assertThat(second.prepare(6)).isEmpty();
    assertThat(visible()).contains("part-7-0-6-0.csv").hasSize(3);
  }

  @Test
  void committingAgainChangesNothing() throws IOException {
    Sink sink = sink();
    SinkWriter writer = sink.openWriter(0, 1);
    write(writer, 1L, "a");
    List<Sink.Committable> committables = writer.prepare(1);
    sink.commit(committables);
    List<String> before = content();
    sink.commit(committables);
    assertThat(content()).isEqualTo(before);
    Files.delete(out.resolve(visible().get(0)));
    sink.commit(committables);
    assertThat(visible()).as("what was taken away stays away").isEmpty();
  }

  @Test
  void crashBetweenPrepareAndCommit() throws IOException {
    Sink crashed = sink();
    SinkWriter writer = crashed.openWriter(0, 1);
    write(writer, 1L, "a");
    List<Sink.Committable> inManifest = writer.prepare(1);
    write(writer, 2L, "b");
    writer.prepare(2);
    write(writer, 3L, "c");

    Sink restarted = sink();
    restarted.commit(inManifest);
    restarted.discardUncommitted();
    assertThat(content()).containsExactly("k,v", "1,a");
    assertThat(out.resolve(".pending/7")).isEmptyDirectory();

    SinkWriter again = restarted.openWriter(0, 1);
    write(again, 2L, "b", 3L, "c");
    restarted.commit(again.prepare(2));
    assertThat(content()).containsExactly("k,v", "1,a", "k,v", "2,b", "3,c");
  }

  @Test
  void crashWithinCommit() throws IOException {
    Sink crashed = sink(7, ChangelogMode.APPEND, ROWS, "max-file-size", "1");
    SinkWriter writer = crashed.openWriter(0, 1);
    write(writer, 1L, "a");
    write(writer, 2L, "b");
    List<Sink.Committable> committables = writer.prepare(1);
    assertThat(committables).hasSize(2);
    files.setFault(
        (operation, file) ->
            operation == FaultyFileSystem.Operation.RENAME && file.toString().endsWith("-1.csv")
                ? "crash"
                : null);
    assertThatThrownBy(() -> crashed.commit(committables)).hasMessageContaining("crash");
    files.heal();
    assertThat(visible()).hasSize(1);
    Sink restarted = sink();
    restarted.commit(committables);
    restarted.discardUncommitted();
    assertThat(content()).containsExactly("k,v", "1,a", "k,v", "2,b");
  }

  @Test
  void whatDamagedCheckpointsCommittedIsTakenBack() throws IOException {
    Sink sink = sink();
    SinkWriter writer = sink.openWriter(0, 1);
    for (long checkpoint = 1; checkpoint <= 3; checkpoint++) {
      write(writer, checkpoint, "row");
      sink.commit(writer.prepare(checkpoint));
    }
    SinkWriter other = sink(8, ChangelogMode.APPEND, ROWS).openWriter(0, 1);
    write(other, 4L, "of another sink");
    sink(8, ChangelogMode.APPEND, ROWS).commit(other.prepare(3));
    Files.writeString(out.resolve("part-notes.csv"), "mine");
    sink().takeBack(1, 3);
    assertThat(visible()).hasSize(3);
    assertThat(content()).contains("1,row", "4,of another sink", "mine");
  }

  @Test
  void discardingLeavesOtherSinksAlone() {
    SinkWriter other = sink(8, ChangelogMode.APPEND, ROWS).openWriter(0, 1);
    write(other, 1L, "a");
    List<Sink.Committable> committables = other.prepare(1);
    sink().discardUncommitted();
    sink(8, ChangelogMode.APPEND, ROWS).commit(committables);
    assertThat(visible()).hasSize(1);
  }

  @Test
  void aFullDiskLosesNothing() throws IOException {
    Sink sink = sink();
    SinkWriter writer = sink.openWriter(0, 1);
    write(writer, 1L, "a");
    for (FaultyFileSystem.Operation hit :
        new FaultyFileSystem.Operation[] {
          FaultyFileSystem.Operation.WRITE,
          FaultyFileSystem.Operation.SYNC,
          FaultyFileSystem.Operation.RENAME,
          FaultyFileSystem.Operation.SYNC_DIRECTORY
        }) {
      files.setFault((operation, file) -> operation == hit ? FaultyFileSystem.DISK_FULL : null);
      assertThatThrownBy(() -> writer.prepare(1))
          .isInstanceOf(MillraceException.class)
          .satisfies(
              e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.DISK_FULL));
    }
    files.heal();
    write(writer, 2L, "b");
    sink.commit(writer.prepare(2));
    assertThat(content()).containsExactly("k,v", "1,a", "k,v", "2,b");
  }

  @Test
  void nothingIsWrittenOver() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("part-7-0-1-0.csv"), "of another database\n");
    Sink sink = sink();
    SinkWriter writer = sink.openWriter(0, 1);
    write(writer, 1L, "a");
    List<Sink.Committable> committables = writer.prepare(1);
    sink.commit(committables);
    assertThat(content()).containsExactly("of another database", "k,v", "1,a");
    write(writer, 2L, "b");
    List<Sink.Committable> next = writer.prepare(2);
    Files.writeString(out.resolve("part-7-0-2-0.csv"), "in the way\n");
    assertThatThrownBy(() -> sink.commit(next))
        .hasMessageContaining("part-7-0-2-0.csv")
        .hasMessageContaining("nothing is written over it");
  }

  @Test
  void changesAreWrittenWithTheirOperation() throws IOException {
    assertThatThrownBy(() -> sink(7, ChangelogMode.RETRACT, ROWS))
        .hasMessageContaining("say 'changelog' = 'true'");
    assertThatThrownBy(
            () -> sink(7, ChangelogMode.RETRACT, columns("op INTEGER"), "changelog", "true"))
        .hasMessageContaining("another name");
    for (String format : new String[] {"csv", "json"}) {
      Sink sink = sink(7, ChangelogMode.RETRACT, ROWS, "changelog", "true", "format", format);
      SinkWriter writer = sink.openWriter(0, 1);
      try (BatchBuilder builder = new BatchBuilder(ROWS, fixture.allocator())) {
        builder.add(new Object[] {1L, "old"}, -1);
        builder.add(new Object[] {1L, "new"}, 2);
        ChangeBatch batch = builder.build();
        writer.write(batch);
        batch.release();
      }
      sink.commit(writer.prepare(1));
    }
    assertThat(content())
        .containsExactly(
            "op,k,v",
            "-,1,old",
            "+,1,new",
            "+,1,new",
            "{\"op\":\"-\",\"k\":1,\"v\":\"old\"}",
            "{\"op\":\"+\",\"k\":1,\"v\":\"new\"}",
            "{\"op\":\"+\",\"k\":1,\"v\":\"new\"}");
  }

  @Test
  void theTargetMustBeADirectory() throws IOException {
    Files.writeString(out, "x");
    assertThatThrownBy(this::sink).hasMessageContaining("is a file");
  }
}

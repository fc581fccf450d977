package io.millrace.connector.filesystem;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFilesTest {
  @TempDir Path directory;
  private SourceFixture fixture;
  private Path file;

  @BeforeEach
  void open() {
    fixture = new SourceFixture(directory);
    file = directory.resolve("f.csv");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Source watch(Path path, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "connector",
                "filesystem",
                "format",
                "csv",
                "path",
                path.toString(),
                "watch",
                "true",
                "poll-interval",
                "1 s"));
    options.addAll(List.of(more));
    return fixture.open(columns("a INTEGER, b VARCHAR"), options.toArray(String[]::new));
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private List<String> drain(SplitReader reader) {
    fixture.clock.advanceMillis(1000);
    List<String> rows = fixture.drain(reader, 100);
    assertThat(reader.poll(100)).isInstanceOf(SplitReader.Poll.Nothing.class);
    return rows;
  }

  @Test
  void appendedLinesAreReadWhenTheyAreWhole() throws IOException {
    append("a,b\n1,x\n");
    Source source = watch(file);
    assertThat(source.isBounded()).isFalse();
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(drain(reader)).containsExactly("1|x");
      String position = reader.position();
      append("2,y");
      assertThat(drain(reader)).isEmpty();
      assertThat(reader.position()).isEqualTo(position);
      append("z\n3,\"two\n");
      assertThat(drain(reader)).containsExactly("2|yz");
      append("lines\"");
      assertThat(drain(reader)).isEmpty();
      append("\n");
      assertThat(drain(reader)).containsExactly("3|two\nlines");
    }
  }

  @Test
  void looksOncePerInterval() throws IOException {
    append("a,b\n1,x\n");
    Source source = watch(file);
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(fixture.drain(reader, 100)).containsExactly("1|x");
      append("2,y\n");
      fixture.clock.advanceMillis(999);
      assertThat(fixture.drain(reader, 100)).isEmpty();
      fixture.clock.advanceMillis(1);
      assertThat(fixture.drain(reader, 100)).containsExactly("2|y");
    }
  }

  @Test
  void newFilesAreFoundAndHeadersMayComeLate() throws IOException {
    Source source = watch(directory);
    assertThat(source.discoverSplits()).isEmpty();
    append("");
    Files.writeString(directory.resolve("e.csv"), "b,a\nx,7\n");
    assertThat(source.discoverSplits()).isEmpty();
    fixture.clock.advanceMillis(1000);
    assertThat(source.discoverSplits()).containsExactly(new Split("e.csv"), new Split("f.csv"));
    try (SplitReader late = source.read(new Split("f.csv"), null, null);
        SplitReader early = source.read(new Split("e.csv"), null, null)) {
      assertThat(drain(early)).containsExactly("7|x");
      assertThat(drain(late)).isEmpty();
      append("a,");
      assertThat(drain(late)).isEmpty();
      append("b\n");
      assertThat(drain(late)).isEmpty();
      append("1,y\n");
      assertThat(drain(late)).containsExactly("1|y");
    }
  }

  @Test
  void goesOnAfterARestartAtAnyMoment() throws IOException {
    String content = "a,b\n1,x\n2,\"p\nq\"\n\n3,\"\"\"\"\r\n4,w\n";
    List<String> rows = new ArrayList<>();
    Files.createFile(file);
    Source source = watch(file);
    String position = null;
    for (char c : content.toCharArray()) {
      append(String.valueOf(c));
      try (SplitReader reader = source.read(new Split("f.csv"), position, null)) {
        rows.addAll(fixture.drain(reader, 1));
        position = reader.position();
      }
    }
    assertThat(rows).containsExactly("1|x", "2|p\nq", "3|\"", "4|w");
  }

  @Test
  void aFileThatWasCutIsAnError() throws IOException {
    append("a,b\n1,x\n2,y\n");
    Source source = watch(file);
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(drain(reader)).hasSize(2);
      Files.writeString(file, "a,b\n");
      fixture.clock.advanceMillis(1000);
      assertThatThrownBy(() -> reader.poll(100))
          .isInstanceOf(MillraceException.class)
          .hasMessageContaining(file + " was cut: 12 bytes of it were read before")
          .satisfies(
              e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.CORRUPTED_DATA));
    }
  }

  @Test
  void aFileThatWasReplacedIsAnError() throws IOException {
    append("a,b\n1,x\n2,y\n");
    Source source = watch(file);
    String position;
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(drain(reader)).hasSize(2);
      position = reader.position();
      Files.writeString(file, "a,b\n1,x\n3,z\n4,w\n");
      fixture.clock.advanceMillis(1000);
      assertThatThrownBy(() -> reader.poll(100))
          .hasMessageContaining("was replaced or changed: the first 12 bytes");
    }
    try (SplitReader restarted = source.read(new Split("f.csv"), position, null)) {
      assertThatThrownBy(() -> restarted.poll(100)).hasMessageContaining("was replaced");
    }
    Files.writeString(file, "a,b\n1,x\n2,y\n3,z\n");
    try (SplitReader restarted = source.read(new Split("f.csv"), position, null)) {
      assertThat(drain(restarted)).as("the same content, copied").containsExactly("3|z");
    }
  }

  @Test
  void changesFarBehindTheBeginningAreSeen() throws IOException {
    StringBuilder content = new StringBuilder("a,b\n");
    for (int i = 0; i < 1000; i++) {
      content.append(i).append(",x\n");
    }
    append(content.toString());
    Source source = watch(file);
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(drain(reader)).hasSize(1000);
      append("1000,x\n");
      assertThat(drain(reader)).containsExactly("1000|x");
      Files.writeString(file, content.toString().replace("998,x", "998,y") + "1000,x\n1001,x\n");
      fixture.clock.advanceMillis(1000);
      assertThatThrownBy(() -> reader.poll(100)).hasMessageContaining("was replaced");
    }
  }

  @Test
  void aFileMayBeTakenAwayWhenItWasRead() throws IOException {
    append("a,b\n1,x\n");
    Source source = watch(directory);
    try (SplitReader reader = source.read(source.discoverSplits().get(0), null, null)) {
      assertThat(drain(reader)).containsExactly("1|x");
      Files.delete(file);
      assertThat(drain(reader)).isEmpty();
    }
  }

  @Test
  void aLineThatIsTooLongIsPassedOverOnce() throws IOException {
    append("a,b\n1," + "x".repeat(3000));
    Source source = watch(file, "max-record-size", "2 KB", "on-error", "skip");
    String position;
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(drain(reader)).isEmpty();
      position = reader.position();
    }
    append("x".repeat(3000) + "\n2,y\n");
    try (SplitReader reader = source.read(new Split("f.csv"), position, null)) {
      assertThat(drain(reader)).containsExactly("2|y");
    }
    assertThat(fixture.badRecords).hasSize(1);
  }

  @Test
  void readersWithAnEndStopThere() throws IOException {
    append("a,b\n1,x\n2,y\n");
    Source source = watch(file);
    try (SplitReader reader = source.read(new Split("f.csv"), null, null)) {
      assertThat(fixture.poll(reader, 1)).containsExactly("1|x");
      append("3,z\n");
      try (SplitReader second = source.read(new Split("f.csv"), null, reader.position())) {
        assertThat(fixture.drain(second, 100)).containsExactly("1|x");
        assertThat(second.poll(100)).isInstanceOf(SplitReader.Poll.End.class);
      }
      assertThat(drain(reader)).containsExactly("2|y", "3|z");
    }
  }

  @Test
  void compressedFilesCannotBeWatched() throws IOException {
    Files.writeString(directory.resolve("f.csv.gz"), "");
    assertThatThrownBy(() -> watch(directory)).hasMessageContaining("is compressed");
  }
}

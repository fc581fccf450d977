package io.millrace.connector.filesystem;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersTest {
  @TempDir Path directory;
  private Path input;
  private Path letters;

  @BeforeEach
  void write() throws IOException {
    input = directory.resolve("input.csv");
    letters = directory.resolve("own/dead-letters.jsonl");
    Files.writeString(input, "a,b\n1,x\nbad,y\n2,z\n3\n4,\"w\nw\"\nworse,\"q\"\"uote\"\n5,v\n");
  }

  private Source open(SourceFixture fixture) {
    return fixture.open(
        columns("a INTEGER, b VARCHAR"),
        "connector",
        "filesystem",
        "format",
        "csv",
        "path",
        input.toString(),
        "on-error",
        "dead-letter");
  }

  private SourceFixture fixture() {
    return new SourceFixture(letters.getParent());
  }

  @Test
  void malformedRecordsAreKeptWithTheirPlace() throws IOException {
    try (SourceFixture fixture = fixture()) {
      assertThat(fixture.readAll(open(fixture))).containsExactly("1|x", "2|z", "4|w\nw", "5|v");
      assertThat(fixture.badRecords).hasSize(3);
    }
    assertThat(Files.readAllLines(letters))
        .containsExactly(
            "{\"source\":\"events\",\"split\":\"input.csv\",\"file\":\""
                + input
                + "\",\"line\":3,\"offset\":8,\"column\":\"a\","
                + "\"message\":\"column \\\"a\\\": 'bad' is not an INTEGER\","
                + "\"record\":\"bad,y\"}",
            "{\"source\":\"events\",\"split\":\"input.csv\",\"file\":\""
                + input
                + "\",\"line\":5,\"offset\":18,"
                + "\"message\":\"the record has 1 field, but must have 2\",\"record\":\"3\"}",
            "{\"source\":\"events\",\"split\":\"input.csv\",\"file\":\""
                + input
                + "\",\"line\":8,\"offset\":28,\"column\":\"a\","
                + "\"message\":\"column \\\"a\\\": 'worse' is not an INTEGER\","
                + "\"record\":\"worse,\\\"q\\\"\\\"uote\\\"\"}");
  }

  @Test
  void nothingComesTwiceAndNothingIsLostOnReplay() throws IOException {
    List<String> expected;
    try (SourceFixture fixture = fixture()) {
      fixture.readAll(open(fixture));
      expected = Files.readAllLines(letters);
    }
    for (int rowsBeforeCrash = 0; rowsBeforeCrash <= 4; rowsBeforeCrash++) {
      Files.delete(letters);
      String position = null;
      try (SourceFixture fixture = fixture();
          SplitReader reader = open(fixture).read(new Split("input.csv"), null, null)) {
        for (int row = 0; row < rowsBeforeCrash; row++) {
          fixture.poll(reader, 1);
          if (row == rowsBeforeCrash / 2) {
            position = reader.position();
          }
        }
      }
      try (SourceFixture fixture = fixture();
          SplitReader reader = open(fixture).read(new Split("input.csv"), position, null)) {
        fixture.drain(reader, 1);
      }
      assertThat(Files.readAllLines(letters)).isEqualTo(expected);
    }
  }

  @Test
  void anUnfinishedLastLineIsWrittenAnew() throws IOException {
    List<String> expected;
    try (SourceFixture fixture = fixture()) {
      fixture.readAll(open(fixture));
      expected = Files.readAllLines(letters);
    }
    byte[] whole = Files.readAllBytes(letters);
    for (int cut : new int[] {1, 10, 150, whole.length - 3, whole.length}) {
      Files.write(letters, java.util.Arrays.copyOf(whole, whole.length - cut));
      try (SourceFixture fixture = fixture()) {
        fixture.readAll(open(fixture));
      }
      assertThat(Files.readAllLines(letters)).as("%d bytes cut", cut).isEqualTo(expected);
    }
  }

  @Test
  void severalReadersOfOneSplitWriteOnce() throws IOException {
    try (SourceFixture fixture = fixture()) {
      Source source = open(fixture);
      fixture.readAll(source);
      fixture.readAll(source);
      Files.writeString(input, "lost\n", StandardOpenOption.APPEND);
      fixture.readAll(source);
    }
    assertThat(Files.readAllLines(letters)).hasSize(4);
  }

  @Test
  void bytesThatAreNoTextAreKept() throws IOException {
    Files.write(input, "a,b\n1,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    try (SourceFixture fixture = fixture()) {
      assertThat(fixture.readAll(open(fixture))).isEmpty();
    }
    assertThat(Files.readAllLines(letters))
        .singleElement()
        .asString()
        .contains("\"recordBase64\":\"MSzp\"");
  }

  @Test
  void deadLettersAreNoData() {
    try (SourceFixture fixture = fixture()) {
      assertThatThrownBy(
              () ->
                  fixture.open(
                      columns("a INTEGER, b VARCHAR"),
                      "connector",
                      "filesystem",
                      "format",
                      "csv",
                      "path",
                      directory.toString(),
                      "on-error",
                      "dead-letter",
                      "dead-letter.path",
                      directory.resolve("lost.jsonl").toString()))
          .hasMessageContaining("would be read as data");
    }
  }
}

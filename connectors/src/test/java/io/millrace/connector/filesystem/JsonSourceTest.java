package io.millrace.connector.filesystem;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SplitReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSourceTest {
  private static final Path REAL = Path.of("src/test/resources/real/earthquakes-part.jsonl");
  private static final RowType QUAKES =
      columns(
          "id VARCHAR, mag DECIMAL(4.2), place VARCHAR, time TIMESTAMP, felt INTEGER,"
              + " coordinates VARCHAR");

  @TempDir Path directory;
  private SourceFixture fixture;

  @BeforeEach
  void open() {
    fixture = new SourceFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Source json(RowType rowType, Path path, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of("connector", "filesystem", "format", "json", "path", path.toString()));
    options.addAll(List.of(more));
    return fixture.open(rowType, options.toArray(String[]::new));
  }

  private List<String> read(String types, String content, String... more) throws IOException {
    Path file = directory.resolve("f.jsonl");
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return fixture.readAll(json(columns(types), file, more));
  }

  @Test
  void readsEarthquakes() {
    assertThat(fixture.readAll(json(QUAKES, REAL)))
        .hasSize(150)
        .startsWith(
            "ci37868143|2.00|4km W of Castaic, CA|2018-02-07T01:26:13.840|NULL"
                + "|[-118.6671667,34.4945,26.49]");
  }

  @Test
  void restartAfterEveryFewRowsGivesTheSameRows() {
    Source source = json(QUAKES, REAL);
    List<String> expected = fixture.readAll(source);
    for (int step : new int[] {1, 13, 149}) {
      List<String> rows = new ArrayList<>();
      String position = null;
      while (true) {
        try (SplitReader reader = source.read(source.discoverSplits().get(0), position, null)) {
          List<String> polled = fixture.poll(reader, step);
          if (polled.isEmpty()) {
            break;
          }
          rows.addAll(polled);
          position = reader.position();
        }
      }
      assertThat(rows).isEqualTo(expected);
    }
  }

  @Test
  void missingNullRepeatedAndUnknownFields() throws IOException {
    assertThat(
            read(
                "a INTEGER, b VARCHAR",
                "\uFEFF{\"b\":\"x\",\"z\":{\"a\":[1]},\"a\":1}\r\n\n  \n"
                    + "{}\n"
                    + "{\"a\":null,\"b\":null}\n"
                    + " {\"a\" : 2, \"a\":3, \"b\":\"y\", \"b\":null } \n"
                    + "{\"a\":4}"))
        .containsExactly("1|x", "NULL|NULL", "NULL|NULL", "3|NULL", "4|NULL");
  }

  @Test
  void numbersAreExactAndMayStandInStrings() throws IOException {
    assertThat(
            read(
                "l BIGINT, m DECIMAL(38.10), n DECIMAL(18.9), d DOUBLE, r REAL, o BOOLEAN",
                "{\"l\":9223372036854775807,\"m\":1234567890123456789012345678.0123456789,"
                    + "\"n\":0.1e-8,\"d\":1e-3,\"r\":0.1,\"o\":true}\n"
                    + "{\"l\":\"-9223372036854775808\",\"m\":\"0.1\",\"n\":\"1\",\"d\":\"NaN\","
                    + "\"r\":\"-Infinity\",\"o\":\"false\"}\n"))
        .containsExactly(
            "9223372036854775807|1234567890123456789012345678.0123456789|0.000000001|0.001|0.1|true",
            "-9223372036854775808|0.1000000000|1.000000000|NaN|-Infinity|false");
  }

  @Test
  void textTakesEverythingAsWritten() throws IOException {
    assertThat(
            read(
                "v VARCHAR",
                "{\"v\":\"a\\n\\u00e9\\ud83d\\ude00\\\"\"}\n"
                    + "{\"v\":1.50}\n{\"v\":false}\n"
                    + "{\"x\":\"é\",\"v\":{\"a\": [1, \"é\", {}] }}\n{\"v\":[ ]}\n"))
        .containsExactly("a\né😀\"", "1.50", "false", "{\"a\": [1, \"é\", {}] }", "[ ]");
  }

  @Test
  void readsDatesAndTimes() throws IOException {
    assertThat(
            read(
                "y DATE, z TIME, p TIMESTAMP",
                "{\"y\":\"2024-02-29\",\"z\":\"08:30\",\"p\":\"2018-02-07T01:26:13.840Z\"}\n"
                    + "{\"y\":\"0001-01-01\",\"z\":\"23:59:59.001\",\"p\":\"2018-02-07\"}\n"
                    + "{\"p\":\"2018-02-07T01:26:13.123456+05:30\"}\n"))
        .containsExactly(
            "2024-02-29|08:30|2018-02-07T01:26:13.840",
            "0001-01-01|23:59:59.001|2018-02-07T00:00",
            "NULL|NULL|2018-02-06T19:56:13.123");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"x\"}; column \"a\": 'x' is not an INTEGER",
        "{\"a\":1.5}; column \"a\": '1.5' is not an INTEGER",
        "{\"a\":true}; column \"a\": 'true' is not an INTEGER",
        "{\"a\":2147483648}; is out of range for INTEGER",
        "{\"a\":[1]}; column \"a\": '[1]' is not an INTEGER",
        "{\"t\":1517966773}; column \"t\": '1517966773' is not a TIMESTAMP(3)",
        "{\"b\":1}; column \"b\": '1' is not a BOOLEAN",
        "{\"n\":null}; column \"n\": is NULL, but the column is NOT NULL",
        "{\"a\":1}; column \"n\": is missing, but the column is NOT NULL",
        "{\"v\":\"\\ud83d\"}; half of a surrogate pair",
        "[1]; the line is no JSON object",
        "7; the line is no JSON object",
        "{\"a\":1; the line is not JSON",
        "{\"a\":; the line is not JSON",
        "{\"a\":1} x; there is text behind the JSON object",
        "{\"a\":1,\"n\":; the line is not JSON",
        "{\"a\":1,; the line is not JSON",
        "{; the line is not JSON",
        "{\"a\":1,\"n\":\"x; the line is not JSON",
        "\"a\":1}; the line is no JSON object",
        "{\"x\":[1,{; the line is not JSON",
        "{\"a\":1,\"n\":1} {}; there is text behind the JSON object",
        "{'a':1}; the line is not JSON",
        "nonsense; the line is not JSON",
      })
  void malformedLinesHarmNoOthers(String line, String message) throws IOException {
    String types = "a INTEGER, v VARCHAR, t TIMESTAMP, b BOOLEAN, n INTEGER NOT NULL";
    String good = "{\"a\":1,\"v\":\"x\",\"n\":2}\n";
    assertThat(read(types, good + line + "\n" + good, "on-error", "skip"))
        .containsExactly("1|x|NULL|NULL|2", "1|x|NULL|NULL|2");
    assertThat(fixture.badRecords).singleElement().asString().contains("line 2: ", message);
    assertThatThrownBy(() -> read(types, line)).hasMessageContaining("line 1: ");
  }

  @Test
  void theMessageIsForWhoeverWroteTheLine() throws IOException {
    String deep = "{\"v\":" + "[".repeat(2000) + "]".repeat(2000) + "}";
    assertThat(read("a INTEGER, v VARCHAR", "{\"a\":NaN}\n" + deep + "\n", "on-error", "skip"))
        .isEmpty();
    assertThat(fixture.badRecords)
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).doesNotContain("StreamRead", "JsonRead", "`"));
    assertThat(fixture.badRecords.get(0)).contains("Non-standard token 'NaN'");
    assertThat(fixture.badRecords.get(1)).contains("exceeds the maximum allowed (1000)");
  }

  @Test
  void aBadLineLeavesNoValuesBehind() throws IOException {
    assertThat(
            read(
                "a INTEGER, v VARCHAR",
                "{\"v\":\"ghost\",\"a\":\"bad\"}\n{\"a\":1}\n{\"v\":\"y\"}\n",
                "on-error",
                "skip"))
        .containsExactly("1|NULL", "NULL|y");
  }

  @Test
  void malformedUtf8IsABadRecord() throws IOException {
    Path file = directory.resolve("f.jsonl");
    Files.write(
        file, "{\"a\":1,\"v\":\"\u00e9\"}\n{\"a\":2}\n".getBytes(StandardCharsets.ISO_8859_1));
    Source source = json(columns("a INTEGER, v VARCHAR"), file, "on-error", "skip");
    assertThat(fixture.readAll(source)).containsExactly("2|NULL");
    assertThat(fixture.badRecords).hasSize(1);
  }

  @Test
  void longLines() throws IOException {
    String text = "é".repeat(5 << 20);
    assertThat(read("v VARCHAR", "{\"v\":\"" + text + "\"}\n{\"v\":\"b\"}"))
        .containsExactly(text, "b");
    assertThat(
            read(
                "v VARCHAR",
                "{\"v\":\"" + text + "\"}\n{\"v\":\"b\"}",
                "max-record-size",
                "1 MB",
                "on-error",
                "skip"))
        .containsExactly("b");
    assertThat(fixture.badRecords).singleElement().asString().contains("max-record-size");
  }
}

package io.millrace.connector.filesystem;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SplitReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest {
  private static final Path REAL = Path.of("src/test/resources/real");
  private static final RowType FLIGHTS =
      columns(
          "departed_at TIMESTAMP, delay_minutes INTEGER, distance_miles INTEGER,"
              + " origin VARCHAR, destination VARCHAR");

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

  private Source csv(RowType rowType, Path path, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of("connector", "filesystem", "format", "csv", "path", path.toString()));
    options.addAll(List.of(more));
    return fixture.open(rowType, options.toArray(String[]::new));
  }

  private Path file(String name, String content) throws IOException {
    return Files.write(directory.resolve(name), content.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> read(String types, String content, String... more) throws IOException {
    return fixture.readAll(csv(columns(types), file("f.csv", content), more));
  }

  @Test
  void readsFlights() {
    List<String> rows = fixture.readAll(csv(FLIGHTS, REAL.resolve("flights-part.csv")));
    assertThat(rows)
        .hasSize(300)
        .startsWith("2001-01-01T00:47|66|1750|DTW|LAS", "2001-01-01T01:10|95|2399|HNL|SFO");
  }

  @Test
  void namesMayHoldBlanksAndSignsAndFieldsMayBeEmpty() {
    Source source =
        csv(
            columns("Cost Total $ BIGINT, Speed IAS in knots INTEGER, Flight Date DATE"),
            REAL.resolve("birdstrikes-part.csv"));
    assertThat(fixture.readAll(source))
        .hasSize(199)
        .contains("4175|250|1990-03-13", "0|NULL|1990-04-07");
  }

  @Test
  void restartAfterEveryFewRowsGivesTheSameRows() throws IOException {
    List<String> expected = fixture.readAll(csv(FLIGHTS, REAL.resolve("flights-part.csv")));
    Path compressed = directory.resolve("flights.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(REAL.resolve("flights-part.csv"), out);
    }
    for (Path path : List.of(REAL.resolve("flights-part.csv"), compressed)) {
      Source source = csv(FLIGHTS, path);
      for (int step : new int[] {1, 7, 64, 299}) {
        assertThat(readWithRestarts(source, step)).as("%s, %s", path, step).isEqualTo(expected);
      }
    }
  }

  private List<String> readWithRestarts(Source source, int step) {
    List<String> rows = new ArrayList<>();
    String position = null;
    while (true) {
      try (SplitReader reader = source.read(source.discoverSplits().get(0), position, null)) {
        List<String> polled = fixture.poll(reader, step);
        if (polled.isEmpty()) {
          return rows;
        }
        rows.addAll(polled);
        position = reader.position();
      }
    }
  }

  @Test
  void readsUpToAPositionOfAnotherReader() {
    Source source = csv(FLIGHTS, REAL.resolve("flights-part.csv"));
    try (SplitReader first = source.read(source.discoverSplits().get(0), null, null)) {
      List<String> prefix = fixture.poll(first, 100);
      String position = first.position();
      try (SplitReader second = source.read(source.discoverSplits().get(0), null, position)) {
        assertThat(fixture.drain(second, 7)).isEqualTo(prefix);
        assertThat(second.poll(7)).isInstanceOf(SplitReader.Poll.End.class);
        assertThat(second.position()).isEqualTo(position);
      }
    }
  }

  @Test
  void quotedFieldsMayHoldDelimitersQuotesAndLineEnds() throws IOException {
    assertThat(read("a VARCHAR, b VARCHAR", "a,b\n\"x,\"\"y\"\"\",\"1\r\n2\"\nplain \"q\", z \n"))
        .containsExactly("x,\"y\"|1\r\n2", "plain \"q\"| z ");
  }

  @Test
  void emptyIsNullAndQuotedEmptyIsText() throws IOException {
    assertThat(read("a VARCHAR, b INTEGER", "a,b\n,\n\"\",\"\"\n \"\", 7 \n"))
        .containsExactly("NULL|NULL", "|NULL", " \"\"|7");
  }

  @Test
  void nullTextIsChosen() throws IOException {
    assertThat(read("a VARCHAR, b INTEGER", "a,b\nNA,NA\n\"NA\",\n,1\n", "csv.null", "NA"))
        .containsExactly("NULL|NULL", "NA|NULL", "|1");
  }

  @Test
  void lineEndsByteOrderMarkBlankLinesAndMissingLastLineEnd() throws IOException {
    assertThat(read("b INTEGER, a VARCHAR", "\uFEFFa,x,b\r\n\r\nä,,1\r\n\n\"é\",ignored,2"))
        .containsExactly("1|ä", "2|é");
    assertThat(read("a VARCHAR, b INTEGER", "a,b\nx,\ny,", "on-error", "fail"))
        .containsExactly("x|NULL", "y|NULL");
  }

  @Test
  void blankLinesOfOneColumnAreRecords() throws IOException {
    assertThat(read("a VARCHAR", "a\nx\n\n\"\"\n")).containsExactly("x", "NULL", "");
  }

  @Test
  void delimiterQuoteAndHeaderAreChosen() throws IOException {
    assertThat(
            read(
                "a VARCHAR, b INTEGER",
                "'x\ty'\t1\n\"\t2\n",
                "csv.header",
                "false",
                "csv.delimiter",
                "\\t",
                "csv.quote",
                "'"))
        .containsExactly("x\ty|1", "\"|2");
    assertThat(read("a VARCHAR, b INTEGER", "a;b\n\"x;1\n", "csv.delimiter", ";", "csv.quote", ""))
        .containsExactly("\"x|1");
  }

  @Test
  void readsEveryType() throws IOException {
    assertThat(
            read(
                "o BOOLEAN, t TINYINT, s SMALLINT, i INTEGER, l BIGINT, r REAL, d DOUBLE,"
                    + " m DECIMAL(10.2), n DECIMAL(38.5), v VARCHAR(3), b VARBINARY, y DATE,"
                    + " z TIME, p TIMESTAMP, q TIMESTAMP",
                "o,t,s,i,l,r,d,m,n,v,b,y,z,p,q\n"
                    + "TRUE,-128,32767,+5,-9223372036854775808,1.5,-2.25e-3,-12.5,"
                    + "123456789012345678901234567890123.00001,äöü,AP8=,2024-02-29,23:59:59.999,"
                    + "2018-02-07T01:26:13.840Z,1969-12-31 23:00:00.5+02:00\n"))
        .containsExactly(
            "true|-128|32767|5|-9223372036854775808|1.5|-0.00225|-12.50|"
                + "123456789012345678901234567890123.00001|äöü|00ff|2024-02-29|23:59:59.999|"
                + "2018-02-07T01:26:13.840|1969-12-31T21:00:00.500");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INTEGER; abc; 'abc' is not an INTEGER",
        "INTEGER; 1.0; '1.0' is not an INTEGER",
        "INTEGER; 2147483648; '2147483648' is out of range for INTEGER",
        "TINYINT; 128; '128' is out of range for TINYINT",
        "BIGINT; 9223372036854775808; is out of range for BIGINT",
        "BIGINT; -9223372036854775809; is out of range for BIGINT",
        "BIGINT; -; is not a BIGINT",
        "BIGINT; 99999999999999999999x; is not a BIGINT",
        "DECIMAL(10.2); 1.005; has more than the 2 digits after the point",
        "DECIMAL(10.2); 123456789.0; is out of range for DECIMAL(10, 2)",
        "DECIMAL(10.2); 1e999999999; is out of range for DECIMAL(10, 2)",
        "DECIMAL(10.2); 1.2.3; is not a DECIMAL(10, 2)",
        "DECIMAL(38.2); x; is not a DECIMAL(38, 2)",
        "DOUBLE; 1d; is not a DOUBLE",
        "DOUBLE; 0x10; is not a DOUBLE",
        "DOUBLE; 1e999; is out of range for DOUBLE",
        "REAL; 1e39; is out of range for REAL",
        "BOOLEAN; yes; is not a BOOLEAN",
        "DATE; 2023-02-29; is no date of the calendar",
        "DATE; 2023/02/01; is not a DATE (yyyy-MM-dd)",
        "TIME; 24:00:00; is no time of the day",
        "TIMESTAMP; yesterday; is not a TIMESTAMP(3) (yyyy-MM-dd HH:mm:ss[.SSS])",
        "TIMESTAMP; 2023-02-01 10:00:00 CET; is not a TIMESTAMP(3)",
        "VARCHAR(2); äöü; is longer than VARCHAR(2) allows",
        "VARBINARY; %%%; is not Base64",
      })
  void namesLineColumnAndTextOfABadField(String type, String text, String message)
      throws IOException {
    assertThatThrownBy(() -> read("a " + type + ", b VARCHAR", "a,b\n,ok\n" + text + ",x\n"))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("f.csv, line 3: column \"a\": ")
        .hasMessageContaining(message)
        .satisfies(
            e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.MALFORMED_RECORD));
  }

  @Test
  void failingComesAfterTheGoodRowsAndAgain() throws IOException {
    Source source =
        csv(columns("a INTEGER, b VARCHAR"), file("f.csv", "a,b\n1,x\n2,y\nx,z\n3,w\n"));
    try (SplitReader reader = source.read(source.discoverSplits().get(0), null, null)) {
      assertThat(fixture.poll(reader, 100)).containsExactly("1|x", "2|y");
      String position = reader.position();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> reader.poll(100)).hasMessageContaining("line 4");
        assertThat(reader.position()).isEqualTo(position);
      }
    }
  }

  @Test
  void skippedRecordsAreCountedAndNeighboursStay() throws IOException {
    String content =
        "a,b\n1,x\nbad,y\n2\n3,\"p\"q,r\n4,z\n5,u,v\n6,\"line\nbreak\"\nworse,t\n7,w\n8,\"open\n9,k\n";
    assertThat(read("a INTEGER, b VARCHAR", content, "on-error", "skip"))
        .containsExactly("1|x", "4|z", "6|line\nbreak", "7|w", "9|k");
    assertThat(fixture.badRecords)
        .hasSize(6)
        .allSatisfy(message -> assertThat(message).startsWith("f.csv: " + directory));
    assertThat(String.join("\n", fixture.badRecords))
        .contains("line 3: column \"a\": 'bad' is not an INTEGER")
        .contains("line 4: the record has 1 field, but must have 2")
        .contains("line 5: there is text behind a closing quote")
        .contains("line 7: the record has 3 fields, but must have 2")
        .contains("line 10: column \"a\": 'worse' is not an INTEGER")
        .contains("line 12: a quote is opened and never closed");
  }

  @Test
  void malformedUtf8IsABadRecord() throws IOException {
    Path path = directory.resolve("f.csv");
    Files.write(path, "a,b\n1,x\u00e9\n2,ok\n".getBytes(StandardCharsets.ISO_8859_1));
    Source source = csv(columns("a INTEGER, b VARCHAR"), path, "on-error", "skip");
    assertThat(fixture.readAll(source)).containsExactly("2|ok");
    assertThat(fixture.badRecords).singleElement().asString().contains("is not UTF-8 text");
  }

  @Test
  void notNullColumnsRefuseNull() throws IOException {
    assertThat(
            read(
                "a INTEGER NOT NULL, b VARCHAR NOT NULL", "a,b\n1,\n,x\n2,y\n", "on-error", "skip"))
        .containsExactly("2|y");
    assertThat(fixture.badRecords).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1 << 20, 10 << 20})
  void longRecordsAreReadUpToALimit(int size) throws IOException {
    String text = "x".repeat(size);
    Path path = file("f.csv", "a,b\n1," + text + "\n2,y\n");
    assertThat(fixture.readAll(csv(columns("a INTEGER, b VARCHAR"), path)))
        .containsExactly("1|" + text, "2|y");
    Source limited =
        csv(columns("a INTEGER, b VARCHAR"), path, "max-record-size", "300 KB", "on-error", "skip");
    assertThat(fixture.readAll(limited)).containsExactly("2|y");
    assertThat(fixture.badRecords)
        .singleElement()
        .asString()
        .contains("line 2: the record is longer than 307200 bytes ('max-record-size')");
    assertThatThrownBy(
            () ->
                fixture.readAll(
                    csv(columns("a INTEGER, b VARCHAR"), path, "max-record-size", "300 KB")))
        .hasMessageContaining("max-record-size");
  }

  @Test
  void headersMustHaveTheColumns() throws IOException {
    Path path = file("f.csv", "id,Amount,note\n1,2,x\n");
    assertThatThrownBy(() -> csv(columns("id INTEGER, amount INTEGER"), path))
        .hasMessage(
            "The header of "
                + path
                + " has no column \"amount\". Did you mean \"Amount\"?"
                + " The header has: \"id\", \"Amount\", \"note\".");
    Path twice = file("g.csv", "id,id\n1,2\n");
    assertThatThrownBy(() -> csv(columns("id INTEGER"), twice))
        .hasMessageContaining("has two columns \"id\"");
  }

  @Test
  void anEmptyPathIsNotTheWorkingDirectory() {
    assertThatThrownBy(() -> csv(FLIGHTS, Path.of("")))
        .hasMessage("Option 'path' is empty. Name a file or a directory.");
  }

  @Test
  void missingFilesAreNamedAbsolutely() throws IOException {
    assertThatThrownBy(() -> csv(FLIGHTS, Path.of("no/such.csv")))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining(Path.of("no/such.csv").toAbsolutePath().toString())
        .hasMessageContaining("relative paths start at the server's working directory")
        .satisfies(
            e -> assertThat(((MillraceException) e).code()).isEqualTo(ErrorCode.MISSING_FILE));
    assertThatThrownBy(() -> csv(FLIGHTS, Path.of("no/such.csv"), "watch", "true"))
        .hasMessageContaining("There is no file or directory");
    assertThatThrownBy(() -> csv(FLIGHTS, directory.resolve("*.csv")))
        .hasMessageContaining("No file matches");
    assertThat(csv(FLIGHTS, directory.resolve("*.csv"), "watch", "true").discoverSplits())
        .isEmpty();
    assertThatThrownBy(() -> csv(FLIGHTS, directory))
        .hasMessageContaining("There is no file in the directory");
  }

  @Test
  void filesAreReadInNameOrder() throws IOException {
    Files.createDirectories(directory.resolve("sub"));
    file("b.csv", "a\n2\n");
    file("a.csv", "a\n1\n");
    file(".hidden.csv", "x\n9\n");
    file("_temporary", "x\n9\n");
    file("sub/c.csv", "a\n3\n");
    assertThat(fixture.readAll(csv(columns("a INTEGER"), directory))).containsExactly("1", "2");
    assertThat(fixture.readAll(csv(columns("a INTEGER"), directory.resolve("*/*.csv"))))
        .containsExactly("3");
    assertThat(fixture.readAll(csv(columns("a INTEGER"), directory.resolve("{b,x}.csv"))))
        .containsExactly("2");
  }

  @Test
  void optionsAreChecked() throws IOException {
    Path path = file("f.csv", "a\n1\n");
    assertThatThrownBy(() -> csv(columns("a INTEGER"), path, "csv.delimeter", ";"))
        .hasMessageContaining("Did you mean 'csv.delimiter'?");
    assertThatThrownBy(() -> csv(columns("a INTEGER"), path, "csv.delimiter", "||"))
        .hasMessageContaining("must be one ASCII character");
    assertThatThrownBy(() -> csv(columns("a INTEGER"), path, "dead-letter.path", "x"))
        .hasMessageContaining("'on-error' = 'dead-letter'");
    assertThatThrownBy(
            () ->
                fixture.open(
                    columns("a INTEGER"),
                    "connector",
                    "filesystem",
                    "path",
                    path.toString(),
                    "format",
                    "json",
                    "csv.null",
                    ""))
        .hasMessageContaining("'csv.null' is for 'format' = 'csv' only");
  }

  @Test
  void emptyFilesHaveNoRows() throws IOException {
    assertThat(read("a INTEGER", "")).isEmpty();
    assertThat(read("a INTEGER", "a")).isEmpty();
  }
}

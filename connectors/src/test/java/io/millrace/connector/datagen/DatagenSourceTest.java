package io.millrace.connector.datagen;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatagenSourceTest {
  private static final String EVERY_TYPE =
      "o BOOLEAN, t TINYINT, s SMALLINT, i INTEGER, l BIGINT, r REAL, d DOUBLE, m DECIMAL(10.2),"
          + " n DECIMAL(38.5), v VARCHAR(5), b VARBINARY, y DATE, z TIME, p TIMESTAMP";

  private SourceFixture fixture;

  @BeforeEach
  void open() {
    fixture = new SourceFixture(Path.of("."));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Source datagen(String columns, String... more) {
    List<String> options = new ArrayList<>(List.of("connector", "datagen"));
    options.addAll(List.of(more));
    return fixture.open(columns(columns), options.toArray(String[]::new));
  }

  @Test
  void valuesAreThoseOfTheDocumentedArithmetic() {
    Source source =
        datagen(
            "k BIGINT, v BIGINT, d DOUBLE",
            "number-of-rows",
            "3000",
            "seed",
            "42",
            "fields.k.min",
            "-5",
            "fields.k.max",
            "999994",
            "fields.d.min",
            "200",
            "fields.d.max",
            "260");
    List<String> expected = new ArrayList<>();
    long k = DatagenValues.columnSeed(42, 0);
    long v = DatagenValues.columnSeed(42, 1);
    long d = DatagenValues.columnSeed(42, 2);
    for (int row = 0; row < 3000; row++) {
      expected.add(
          DatagenValues.between(DatagenValues.bits(k, row), -5L, 999994L)
              + "|"
              + DatagenValues.bits(v, row)
              + "|"
              + DatagenValues.between(DatagenValues.bits(d, row), 200.0, 260.0));
    }
    assertThat(fixture.readAll(source)).isEqualTo(expected);
    assertThat(source.isBounded()).isTrue();
  }

  @Test
  void randomNumbersFillTheirRangeEvenly() {
    Source source =
        datagen("k INTEGER", "number-of-rows", "70000", "fields.k.min", "-3", "fields.k.max", "3");
    int[] counts = new int[7];
    fixture.readAll(source).forEach(row -> counts[Integer.parseInt(row) + 3]++);
    for (int count : counts) {
      assertThat(count).isBetween(9_500, 10_500);
    }
  }

  @Test
  void rowsAreTheSameForAnyNumberOfSplitsAndRestarts() {
    List<String> expected =
        fixture.readAll(datagen(EVERY_TYPE, "number-of-rows", "2503", "fields.i.null-rate", "0.3"));
    assertThat(expected).hasSize(2503).doesNotHaveDuplicates();
    for (int splits : new int[] {1, 3, 8}) {
      Source source =
          datagen(
              EVERY_TYPE,
              "number-of-rows",
              "2503",
              "fields.i.null-rate",
              "0.3",
              "splits",
              Integer.toString(splits));
      String[] rows = new String[2503];
      List<Split> all = source.discoverSplits();
      for (int s = 0; s < splits; s++) {
        List<String> made = readWithRestarts(source, all.get(s), 97);
        for (int j = 0; j < made.size(); j++) {
          rows[s + j * splits] = made.get(j);
        }
      }
      assertThat(List.of(rows)).isEqualTo(expected);
    }
  }

  private List<String> readWithRestarts(Source source, Split split, int step) {
    List<String> rows = new ArrayList<>();
    String position = null;
    while (true) {
      try (SplitReader reader = source.read(split, position, null)) {
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
  void readsUpToAPosition() {
    Source source = datagen("k BIGINT", "rows-per-second", "1");
    try (SplitReader reader = source.read(new Split("0"), "5", "9")) {
      assertThat(fixture.drain(reader, 3)).hasSize(4);
      assertThat(reader.poll(3)).isInstanceOf(SplitReader.Poll.End.class);
    }
  }

  @Test
  void sequencesCountAndEndTheSource() {
    Source source =
        datagen(
            "i BIGINT, ts TIMESTAMP, day DATE, price DECIMAL(10.2), name VARCHAR, d DOUBLE",
            "fields.i.kind",
            "sequence",
            "fields.i.start",
            "10",
            "fields.i.end",
            "4",
            "fields.i.step",
            "-3",
            "fields.ts.start",
            "2024-02-29 23:59:59",
            "fields.ts.step",
            "500 ms",
            "fields.day.start",
            "2024-02-28",
            "fields.price.step",
            "0.25",
            "fields.name.kind",
            "sequence",
            "fields.d.step",
            "0.5");
    assertThat(source.isBounded()).isTrue();
    assertThat(fixture.readAll(source))
        .containsExactly(
            "10|2024-02-29T23:59:59|2024-02-28|0.00|0|0.0",
            "7|2024-02-29T23:59:59.500|2024-02-29|0.25|1|0.5",
            "4|2024-03-01T00:00|2024-03-01|0.50|2|1.0");
  }

  @Test
  void threePhasesOfSeveralCircuits() {
    Source source =
        datagen(
            "ts TIMESTAMP, circuit VARCHAR, phase TINYINT, volts DOUBLE",
            "number-of-rows",
            "600",
            "fields.ts.start",
            "2026-01-01 00:00:00",
            "fields.ts.step",
            "1 s",
            "fields.circuit.values",
            "kitchen, hall,sauna\\, upstairs",
            "fields.phase.kind",
            "sequence",
            "fields.phase.values",
            "1,2,3",
            "fields.volts.min",
            "225",
            "fields.volts.max",
            "245");
    List<String> rows = fixture.readAll(source);
    assertThat(rows).hasSize(600);
    TreeSet<String> circuits = new TreeSet<>();
    for (int i = 0; i < rows.size(); i++) {
      String[] values = rows.get(i).split("\\|", -1);
      circuits.add(values[1]);
      assertThat(values[2]).isEqualTo(Integer.toString(i % 3 + 1));
      assertThat(Double.parseDouble(values[3])).isBetween(225.0, 245.0);
    }
    assertThat(circuits).containsExactly("hall", "kitchen", "sauna, upstairs");
  }

  @Test
  void nullsComeAtTheirRate() {
    Source source =
        datagen(
            "a BIGINT, b VARCHAR",
            "number-of-rows",
            "10000",
            "fields.a.null-rate",
            "0.2",
            "fields.b.null-rate",
            "1",
            "fields.b.values",
            "x,y");
    List<String> rows = fixture.readAll(source);
    assertThat(rows).allSatisfy(row -> assertThat(row).endsWith("|NULL"));
    assertThat(rows.stream().filter(row -> row.startsWith("NULL")).count())
        .isBetween(1_850L, 2_150L);
  }

  @Test
  void seedsAndColumnsDiffer() {
    List<String> first = fixture.readAll(datagen("a BIGINT, b BIGINT", "number-of-rows", "100"));
    List<String> second =
        fixture.readAll(datagen("a BIGINT, b BIGINT", "number-of-rows", "100", "seed", "1"));
    HashSet<String> values = new HashSet<>();
    for (List<String> rows : List.of(first, second)) {
      rows.forEach(row -> values.addAll(List.of(row.split("\\|", -1))));
    }
    assertThat(values).hasSize(400);
  }

  @Test
  void theRateFollowsTheClock() {
    Source source = datagen("a BIGINT", "rows-per-second", "10", "splits", "2");
    assertThat(source.isBounded()).isFalse();
    try (SplitReader even = source.read(new Split("0"), null, null);
        SplitReader odd = source.read(new Split("1"), null, null)) {
      assertThat(even.poll(100)).isInstanceOf(SplitReader.Poll.Nothing.class);
      fixture.clock.advanceMillis(300);
      assertThat(fixture.drain(even, 100)).hasSize(2);
      assertThat(fixture.drain(odd, 100)).hasSize(1);
      fixture.clock.advanceMillis(700);
      assertThat(fixture.drain(even, 1)).hasSize(3);
      assertThat(fixture.drain(odd, 1)).hasSize(4);
      fixture.clock.advanceMillis(3_600_000);
      assertThat(fixture.drain(even, 100)).as("after a pause, one second's rows").hasSize(5);
      fixture.clock.advanceMillis(1000);
      assertThat(fixture.drain(even, 100)).hasSize(5);
    }
  }

  @Test
  void aSequenceThatLeavesItsTypeIsAnError() {
    Source source = datagen("t TINYINT", "fields.t.kind", "sequence", "splits", "3");
    assertThat(source.isBounded()).isFalse();
    try (SplitReader reader = source.read(new Split("1"), null, null)) {
      assertThat(fixture.poll(reader, 1000)).hasSize(43).endsWith("127");
      assertThatThrownBy(() -> reader.poll(1000)).hasMessageContaining("at row 130");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rows-per-secnd; 5; Did you mean 'rows-per-second'?",
        "fields.volt.min; 5; Did you mean 'fields.volts.min'?",
        "fields.volts.mim; 5; Did you mean 'fields.volts.min'?",
        "fields.volts.min; x; 'fields.volts.min' must be a number, but is 'x'",
        "fields.volts.min; 7; greater than the maximum",
        "fields.t.min; 128; must be a value of TINYINT, but is '128'",
        "fields.t.length; 5; is for VARCHAR and VARBINARY columns only",
        "fields.t.null-rate; 1.5; must be a number from 0 to 1",
        "fields.t.null-rate; 0.5; must be 0, because the column is NOT NULL",
        "fields.t.values; 1,x; 'x' is not a TINYINT",
        "fields.t.end; -1; lies before the start",
        "fields.name.length; 9; must be at most 5",
        "fields.ts.step; 1; must be a duration such as '1 s'",
      })
  void refusesWhatMakesNoSense(String option, String value, String message) {
    String[] more = {"fields.volts.max", "6", option, value};
    assertThatThrownBy(
            () -> datagen("volts DOUBLE, t TINYINT NOT NULL, name VARCHAR(5), ts TIMESTAMP", more))
        .hasMessageContaining(message);
  }
}

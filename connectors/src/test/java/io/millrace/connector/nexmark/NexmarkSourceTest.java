package io.millrace.connector.nexmark;

import static io.millrace.connector.SourceFixture.columns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connector.SourceFixture;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ChangeBatch;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NexmarkSourceTest {
  private static final String PERSON =
      "id BIGINT, name VARCHAR, email_address VARCHAR, credit_card VARCHAR, city VARCHAR,"
          + " state VARCHAR, date_time TIMESTAMP, extra VARCHAR";
  private static final String AUCTION =
      "id BIGINT, item_name VARCHAR, description VARCHAR, initial_bid BIGINT, reserve BIGINT,"
          + " date_time TIMESTAMP, expires TIMESTAMP, seller BIGINT, category BIGINT,"
          + " extra VARCHAR";
  private static final String BID =
      "auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,"
          + " date_time TIMESTAMP, extra VARCHAR";

  private SourceFixture fixture;

  @BeforeEach
  void open() {
    fixture = new SourceFixture(Path.of("."));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Source nexmark(String columns, EventKind kind, String... more) {
    List<String> options =
        new ArrayList<>(List.of("connector", "nexmark", "kind", kind.name().toLowerCase()));
    options.addAll(List.of(more));
    return fixture.open(columns(columns), options.toArray(String[]::new));
  }

  private static String allColumns(EventKind kind) {
    return switch (kind) {
      case PERSON -> PERSON;
      case AUCTION -> AUCTION;
      case BID -> BID;
    };
  }

  private List<String[]> rows(EventKind kind, String... more) {
    return fixture.readAll(nexmark(allColumns(kind), kind, more)).stream()
        .map(row -> row.split("\\|", -1))
        .toList();
  }

  private static long number(String[] row, int column) {
    return Long.parseLong(row[column]);
  }

  private static LocalDateTime time(String[] row, int column) {
    return LocalDateTime.parse(row[column]);
  }

  @Test
  void columnsThatNobodyReadsAreNotMade() {
    Source source = nexmark(BID, EventKind.BID, "number-of-events", "5000");
    Split split = source.discoverSplits().get(0);
    try (SplitReader all = source.read(split, null, null);
        SplitReader some = source.read(split, null, null)) {
      BitSet columns = new BitSet();
      for (int read : new int[] {0, 3}) {
        columns.set(read);
        some.project(columns);
        ChangeBatch whole = ((SplitReader.Poll.Rows) all.poll(100)).batch();
        ChangeBatch part = ((SplitReader.Poll.Rows) some.poll(100)).batch();
        assertThat(part.rowCount()).isEqualTo(whole.rowCount());
        for (int i = 0; i < whole.columnCount(); i++) {
          if (columns.get(i)) {
            assertThat(VectorEqualsVisitor.vectorEquals(part.column(i), whole.column(i))).isTrue();
          } else {
            assertThat(part.column(i).getValueCount()).isZero();
          }
        }
        whole.release();
        part.release();
      }
      assertThat(some.position()).isEqualTo(all.position());
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsAreTheSameForAnyNumberOfSplitsAndRestarts(EventKind kind) {
    List<String> expected =
        fixture.readAll(nexmark(allColumns(kind), kind, "number-of-events", "20011", "seed", "5"));
    assertThat(expected).doesNotHaveDuplicates();
    for (int splits : new int[] {1, 3, 8}) {
      Source source =
          nexmark(
              allColumns(kind),
              kind,
              "number-of-events",
              "20011",
              "seed",
              "5",
              "splits",
              Integer.toString(splits));
      String[] rows = new String[expected.size()];
      List<Split> all = source.discoverSplits();
      assertThat(all).hasSize(splits);
      for (int s = 0; s < splits; s++) {
        List<String> made = readWithRestarts(source, all.get(s), 1999);
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
    Source source = nexmark(BID, EventKind.BID, "events-per-second", "1");
    assertThat(source.isBounded()).isFalse();
    try (SplitReader reader = source.read(new Split("0"), "5", "9")) {
      assertThat(fixture.drain(reader, 3)).hasSize(4);
      assertThat(reader.poll(3)).isInstanceOf(SplitReader.Poll.End.class);
    }
    assertThatThrownBy(() -> source.read(new Split("0"), "x", null))
        .hasMessageContaining("'x' is not a number of rows");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 3, 46, 0, 0, 0",
    "1, 1, 3, 46, 1, 0, 0",
    "3, 1, 3, 46, 1, 2, 0",
    "49, 1, 3, 46, 1, 3, 45",
    "5000, 1, 3, 46, 100, 300, 4600",
    "5052, 1, 3, 46, 102, 304, 4646",
    "23, 2, 3, 5, 6, 7, 10",
  })
  void kindsComeInTheirProportions(
      String events,
      String person,
      String auction,
      String bid,
      int persons,
      int auctions,
      int bids) {
    String[] options = {
      "number-of-events",
      events,
      "person.proportion",
      person,
      "auction.proportion",
      auction,
      "bid.proportion",
      bid
    };
    assertThat(Stream.of(EventKind.values()).map(kind -> rows(kind, options).size()))
        .containsExactly(persons, auctions, bids);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 3, 46", "77, 1, 3, 46", "-1, 7, 1, 2", "3, 1, 100, 1"})
  void whatRowsReferToIsThereBeforeThem(String seed, String person, String auction, String bid) {
    String[] options = {
      "number-of-events",
      "30000",
      "seed",
      seed,
      "person.proportion",
      person,
      "auction.proportion",
      auction,
      "bid.proportion",
      bid
    };
    Map<Long, LocalDateTime> persons = new HashMap<>();
    Map<Long, LocalDateTime> auctions = new HashMap<>();
    for (String[] row : rows(EventKind.PERSON, options)) {
      assertThat(persons.put(number(row, 0), time(row, 6))).isNull();
    }
    for (String[] row : rows(EventKind.AUCTION, options)) {
      assertThat(auctions.put(number(row, 0), time(row, 5))).isNull();
      assertThat(persons.get(number(row, 7))).isBeforeOrEqualTo(time(row, 5));
    }
    for (String[] row : rows(EventKind.BID, options)) {
      assertThat(auctions.get(number(row, 0))).isBeforeOrEqualTo(time(row, 5));
      assertThat(persons.get(number(row, 1))).isBeforeOrEqualTo(time(row, 5));
    }
  }

  @Test
  void timeGoesOnWithTheNumberOfTheEvent() {
    String[] options = {
      "number-of-events",
      "40000",
      "event-time.start",
      "2024-02-28 23:59:30",
      "event-time.rate",
      "1000"
    };
    List<String> times = new ArrayList<>();
    times.addAll(rows(EventKind.PERSON, options).stream().map(row -> row[6]).toList());
    times.addAll(rows(EventKind.AUCTION, options).stream().map(row -> row[5]).toList());
    times.addAll(rows(EventKind.BID, options).stream().map(row -> row[5]).toList());
    List<LocalDateTime> sorted = times.stream().map(LocalDateTime::parse).sorted().toList();
    LocalDateTime start = LocalDateTime.of(2024, 2, 28, 23, 59, 30);
    assertThat(sorted)
        .isEqualTo(
            IntStream.range(0, 40000).mapToObj(e -> start.plusNanos(e * 1_000_000L)).toList());
    assertThat(rows(EventKind.BID, "number-of-events", "200000"))
        .extracting(row -> row[5])
        .isSorted()
        .startsWith("2024-01-01T00:00")
        .endsWith("2024-01-01T00:00:01.999");
  }

  @Test
  void someKeysAreHot() {
    List<String[]> bids = rows(EventKind.BID, "number-of-events", "100000");
    assertThat(share(bids, row -> number(row, 0), 0)).isBetween(0.49, 0.52);
    assertThat(share(bids, row -> number(row, 1), 1)).isBetween(0.74, 0.77);
    List<String[]> auctions = rows(EventKind.AUCTION, "number-of-events", "100000");
    assertThat(share(auctions, row -> number(row, 7), 0)).isBetween(0.73, 0.78);
    List<String[]> even =
        rows(
            EventKind.BID,
            "number-of-events",
            "100000",
            "bid.hot-ratio.auctions",
            "1",
            "bid.hot-ratio.bidders",
            "1");
    assertThat(share(even, row -> number(row, 0), 0)).isLessThan(0.02);
    assertThat(share(even, row -> number(row, 1), 1)).isLessThan(0.02);
    assertThat(number(bids.get(bids.size() - 1), 0)).isBetween(6900L, 6999L);
  }

  /** Of the rows whose key is this number above a hundred. */
  private static double share(List<String[]> rows, ToLongFunction<String[]> key, long above) {
    return (double) rows.stream().filter(row -> key.applyAsLong(row) % 100 == above).count()
        / rows.size();
  }

  @Test
  void bidsAreAsInTheBenchmark() {
    List<String[]> bids = rows(EventKind.BID, "number-of-events", "60000");
    Map<String, Long> channels =
        bids.stream().collect(Collectors.groupingBy(row -> row[3], Collectors.counting()));
    for (String hot : List.of("Google", "Facebook", "Baidu", "Apple")) {
      assertThat(channels.get(hot) / (double) bids.size()).isBetween(0.12, 0.131);
    }
    assertThat(channels).hasSizeGreaterThan(8_500);
    for (String[] bid : bids) {
      assertThat(number(bid, 2)).isBetween(100L, 100_000_000L);
      assertThat(bid[3]).matches("Google|Facebook|Baidu|Apple|channel-[0-9]{1,4}");
      assertThat(bid[4])
          .matches(
              "https://www\\.nexmark\\.com/[a-z]{3,4}/[a-z]{3,4}/[a-z]{3,4}/item\\.htm\\?query=1"
                  + "(&channel_id=[0-9]{1,10})?");
      assertThat(bid[6]).matches("[A-Pa-p]{54,81}");
    }
    double cheap = bids.stream().filter(row -> number(row, 2) < 10_000).count();
    assertThat(cheap / bids.size()).as("two powers of ten of six").isBetween(0.32, 0.35);
    Map<String, List<String>> urls =
        bids.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row[3], Collectors.mapping(row -> row[4], Collectors.toList())));
    assertThat(urls.values()).allSatisfy(of -> assertThat(of).containsOnly(of.get(0)));
    double withId = bids.stream().filter(row -> row[4].contains("&channel_id=")).count();
    assertThat(withId / bids.size()).isBetween(0.44, 0.46);
  }

  @Test
  void personsAndAuctionsAreAsInTheBenchmark() {
    for (String[] person : rows(EventKind.PERSON, "number-of-events", "50000")) {
      assertThat(person[1]).matches("[A-Z][a-z]{3,5} [A-Z][a-z]{4,6}");
      assertThat(person[2]).matches("[a-z]{3,6}@[a-z]{3,4}\\.com");
      assertThat(person[3]).matches("[0-9]{4}( [0-9]{4}){3}");
      assertThat(person[4]).matches("[A-Z][a-z]+( [A-Z][a-z]+)?");
      assertThat(person[5]).matches("AZ|CA|ID|OR|WA|WY");
      assertThat(person[7]).matches("[A-Pa-p]{100,180}");
    }
    List<String[]> auctions = rows(EventKind.AUCTION, "number-of-events", "50000");
    for (String[] auction : auctions) {
      assertThat(auction[1]).matches("[a-z][a-z ]{1,17}[a-z]");
      assertThat(auction[2]).matches("[a-z][a-z ]{1,97}[a-z]");
      assertThat(number(auction, 3)).isBetween(100L, 100_000_000L);
      assertThat(number(auction, 4) - number(auction, 3)).isBetween(100L, 100_000_000L);
      assertThat(time(auction, 6))
          .isAfter(time(auction, 5))
          .isBeforeOrEqualTo(time(auction, 5).plusNanos(35_000_000));
      assertThat(number(auction, 8)).isBetween(10L, 14L);
      assertThat(auction[9]).matches("[A-Pa-p]{260,540}");
    }
    assertThat(averageLength(auctions, 9)).isBetween(380.0, 400.0);
    assertThat(auctions.stream().map(row -> row[8]).distinct()).hasSize(5);
  }

  private static double averageLength(List<String[]> rows, int column) {
    return rows.stream().mapToInt(row -> row[column].length()).average().orElseThrow();
  }

  @Test
  void sizesAndSeedsCanBeChosen() {
    List<String[]> large = rows(EventKind.BID, "number-of-events", "5000", "bid.avg-size", "1000");
    assertThat(averageLength(large, 6)).isBetween(940.0, 990.0);
    List<String[]> none = rows(EventKind.BID, "number-of-events", "5000", "bid.avg-size", "0");
    assertThat(none).allSatisfy(row -> assertThat(row[6]).isEmpty());
    List<String[]> other = rows(EventKind.BID, "number-of-events", "5000", "seed", "1");
    assertThat(none).extracting(row -> row[2]).isNotEqualTo(texts(other, 2));
    assertThat(none).extracting(row -> row[5]).isEqualTo(texts(other, 5));
  }

  private static List<String> texts(List<String[]> rows, int column) {
    return rows.stream().map(row -> row[column]).toList();
  }

  @Test
  void anyOfTheColumnsMayBeDeclaredInAnyOrder() {
    List<String[]> all = rows(EventKind.PERSON, "number-of-events", "5000");
    assertThat(
            fixture.readAll(
                nexmark(
                    "datetime TIMESTAMP NOT NULL, emailAddress VARCHAR(15), id BIGINT",
                    EventKind.PERSON,
                    "number-of-events",
                    "5000")))
        .isEqualTo(all.stream().map(row -> row[6] + "|" + row[2] + "|" + row[0]).toList());
  }

  @Test
  void theRateIsThatOfAllKindsTogether() {
    Source bids = nexmark(BID, EventKind.BID, "events-per-second", "100", "splits", "2");
    Source persons = nexmark(PERSON, EventKind.PERSON, "events-per-second", "100");
    try (SplitReader even = bids.read(new Split("0"), null, null);
        SplitReader odd = bids.read(new Split("1"), null, null);
        SplitReader person = persons.read(new Split("0"), null, null)) {
      assertThat(even.poll(100)).isInstanceOf(SplitReader.Poll.Nothing.class);
      fixture.clock.advanceMillis(1000);
      assertThat(fixture.drain(even, 100)).hasSize(46);
      assertThat(fixture.drain(odd, 100)).hasSize(46);
      assertThat(fixture.drain(person, 100)).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "number-of-event; 5; Did you mean 'number-of-events'?",
        "bid.hot-ratio.auction; 5; Did you mean 'bid.hot-ratio.auctions'?",
        "kind; bids; 'kind' must be one of 'person', 'auction', 'bid', but is 'bids'",
        "person.proportion; 0; must be a whole number from 1 to 1000000, but is '0'",
        "event-time.start; yesterday; must be a time such as '2024-01-01 00:00:00'",
        "splits; 0; must be a whole number from 1 to 1024",
        "bid.avg-size; 10001; must be a whole number from 0 to 10000, but is '10001'",
      })
  void refusesOptionsThatMakeNoSense(String option, String value, String message) {
    assertThatThrownBy(() -> nexmark(BID, EventKind.BID, option, value))
        .hasMessageContaining(message);
  }

  @Test
  void theKindIsRequired() {
    assertThatThrownBy(() -> fixture.open(columns(BID), "connector", "nexmark"))
        .hasMessageContaining("Option 'kind' is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "prize BIGINT; has no column \"prize\". Did you mean \"price\"?",
        "seller BIGINT; It has auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR,",
        "price INTEGER; Column \"price\" of a nexmark source must be BIGINT, but is INTEGER",
        "date_time VARCHAR; must be TIMESTAMP, but is VARCHAR",
        "channel VARCHAR(5); must be VARCHAR or VARCHAR(12), but is VARCHAR(5)",
      })
  void refusesColumnsThatItDoesNotHave(String column, String message) {
    assertThatThrownBy(() -> nexmark(column, EventKind.BID)).hasMessageContaining(message);
  }

  /** A checkpoint may be older than the program that goes on from it. */
  @Test
  void valuesDoNotChangeFromVersionToVersion() {
    assertThat(
            Stream.of(EventKind.values())
                .map(kind -> rows(kind, "number-of-events", "100", "seed", "42").get(1))
                .map(row -> String.join("|", row).replaceFirst("(\\|[^|]{12})[^|]*$", "$1")))
        .containsExactly(
            "1001|Julie White|ubqyt@pgj.com|8248 9245 7862 4054|Seattle|WA|2024-01-01T00:00|NiNmnfNaFpbj",
            "1001|euqop|huwfhxkdftztdpvrttglmpirecglcyx frkvgdxxahspeufebd  shjsflcllbleggxnd"
                + " turnadjmshpjyqerddshc|13907|47288046|2024-01-01T00:00|2024-01-01T00:00:00.011"
                + "|1000|12|mCaPJcODnAgg",
            "1002|1000|483|Google|https://www.nexmark.com/blt/egpe/mdms/item.htm?query=1"
                + "|2024-01-01T00:00|aaEIkHkCjKdp");
  }
}

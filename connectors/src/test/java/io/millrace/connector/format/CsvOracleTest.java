package io.millrace.connector.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

/** Cuts random CSV texts as Commons CSV does. */
class CsvOracleTest {
  private static final String[] UNQUOTED = {"", "a", "12", "x y", "é", "'", "\t", "a\"b"};
  private static final String[] QUOTED = {"", "a", ",", "\n", "\r\n", "\"\"", "é", " ", "x,\ny"};

  @Test
  void agreesWithCommonsCsv() throws IOException {
    long firstSeed = new Random().nextLong();
    for (int i = 0; i < 2000; i++) {
      String text = csv(new Random(firstSeed + i));
      assertThat(tokenize(text)).as("seed %d: %s", firstSeed + i, text).isEqualTo(commons(text));
    }
  }

  private static String csv(Random random) {
    StringBuilder text = new StringBuilder();
    int records = 1 + random.nextInt(5);
    for (int r = 0; r < records; r++) {
      int fields = 2 + random.nextInt(4);
      for (int f = 0; f < fields; f++) {
        text.append(f == 0 ? "" : ",");
        if (random.nextBoolean()) {
          text.append(UNQUOTED[random.nextInt(UNQUOTED.length)]);
        } else {
          text.append('"');
          for (int p = random.nextInt(3); p >= 0; p--) {
            text.append(QUOTED[random.nextInt(QUOTED.length)]);
          }
          text.append('"');
        }
      }
      text.append(
          r + 1 == records && random.nextBoolean() ? "" : random.nextBoolean() ? "\n" : "\r\n");
    }
    return text.toString();
  }

  private static List<List<String>> commons(String text) throws IOException {
    List<List<String>> records = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(new StringReader(text), CSVFormat.RFC4180)) {
      for (CSVRecord record : parser) {
        records.add(List.of(record.values()));
      }
    }
    return records;
  }

  private static List<List<String>> tokenize(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<List<String>> records = new ArrayList<>();
    int i = 0;
    while (i < bytes.length) {
      int end = CsvDecoder.recordEnd(CsvDialect.DEFAULT, bytes, i, bytes.length, true);
      records.add(CsvDecoder.fields(CsvDialect.DEFAULT, bytes, i, end));
      for (int limit = i; limit < end - 1; limit++) {
        assertThat(CsvDecoder.recordEnd(CsvDialect.DEFAULT, bytes, i, limit, false))
            .as("a record cut at %d does not end", limit)
            .isEqualTo(-1);
      }
      i = end;
    }
    return records;
  }
}

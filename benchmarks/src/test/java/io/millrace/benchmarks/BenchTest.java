package io.millrace.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import picocli.CommandLine;

/**
 * The benchmarks in short: that they run to their end, with what does not depend on the machine.
 */
class BenchTest {
  @TempDir Path directory;

  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine commandLine = new CommandLine(new Bench()).setOut(new PrintWriter(out));
    assertThat(commandLine.execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void aggregationSeesEveryRowOnBothSides() {
    String output =
        run(
            "aggregate",
            "--rows",
            "200000",
            "--keys",
            "20000",
            "--rounds",
            "1",
            "--memory",
            "512m");
    assertThat(output)
        .contains("200,000 rows, 20,000 keys")
        .containsPattern("round 1 +millrace +[\\d,]+ rows/s")
        .containsPattern("round 1 +hand +[\\d,]+ rows/s")
        .containsPattern("millrace / hand: median \\d+\\.\\d\\d");
  }

  @Test
  void joinSeesEveryPairOnBothSides() {
    String output =
        run("join", "--rows", "100000", "--keys", "20000", "--rounds", "1", "--memory", "512m");
    assertThat(output)
        .containsPattern("round 1 +millrace +[\\d,]+ rows/s")
        .containsPattern("round 1 +hand +[\\d,]+ rows/s")
        .containsPattern("millrace / hand: median \\d+\\.\\d\\d");
  }

  @Test
  void nexmarkComparesAnswersBeforeItMeasures() throws Exception {
    Path json = directory.resolve("nexmark.json");
    Path svg = directory.resolve("nexmark.svg");
    String output =
        run(
            "nexmark",
            "--queries",
            "q5,q21",
            "--against",
            "hand",
            "--events",
            "10000",
            "--check-events",
            "20000",
            "--rounds",
            "2",
            "--memory",
            "512m",
            "--check-memory",
            "512m",
            "--json",
            json.toString(),
            "--svg",
            svg.toString());
    assertThat(output)
        .containsPattern("q5 +millrace: \\d+ rows; hand: \\d+ rows: the same")
        .containsPattern("q21 +millrace: 1[\\d,]+ rows; hand: 1[\\d,]+ rows: the same")
        .containsPattern("q5 +millrace +10,000( +[\\d,]+){3} +\\d+\\.\\d\\d")
        .containsPattern("q21 +hand +50,000( +[\\d,]+){3} +\\d+\\.\\d\\d")
        .containsPattern("q21( +\\d+\\.\\d\\d){6}")
        .containsPattern("1 queries with state: rate \\d+\\.\\d\\d");
    JsonNode results = new ObjectMapper().readTree(json.toFile());
    assertThat(results.get("answers")).hasSize(2);
    assertThat(results.get("runs")).hasSize(8);
    assertThat(results.get("ratios").findValuesAsText("query")).containsExactly("q5", "q21");
    assertThat(bars(svg)).isEqualTo(4);
  }

  /** Of the queries, not those of the legend and not the background. */
  private static int bars(Path svg) throws Exception {
    NodeList all =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(svg.toFile())
            .getElementsByTagName("rect");
    return all.getLength() - 2 - 1;
  }

  @Test
  void nexmarkMeasuresNoQueryWhoseAnswersDiffer() throws Exception {
    Path json = directory.resolve("nexmark.json");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new Bench())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                "nexmark",
                "--queries",
                "q2",
                "--against",
                "flink",
                "--flink-classpath",
                Path.of(BenchTest.class.getResource("/").toURI()).toString(),
                "--events",
                "1000",
                "--check-events",
                "5000",
                "--memory",
                "512m",
                "--check-memory",
                "512m",
                "--json",
                json.toString());
    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString()).contains("flink: 1 rows: DIFFERENT");
    assertThat(err.toString()).contains("Not measured, because the answers differ: q2");
    assertThat(new ObjectMapper().readTree(json.toFile()).get("runs")).isEmpty();
  }

  @Test
  void queriesRunWithAndWithoutCheckpoints() {
    String output =
        run(
            "checkpoints",
            "--queries",
            "q17",
            "--events",
            "30000",
            "--interval",
            "0.1",
            "--rounds",
            "2",
            "--memory",
            "512m");
    assertThat(output)
        .containsPattern("q17 +round 2 +with \\d+ checkpoints +[\\d,]+ events/s.* without +[\\d,]+")
        .containsPattern("q17 +with / without: rate worst \\d+\\.\\d\\d, median \\d+\\.\\d\\d");
  }

  @Test
  void stateBeyondItsMemoryGivesTheSameAnswer() {
    String output =
        run(
            "state",
            "--state-memory",
            "4",
            "--against",
            "hand",
            "--events",
            "100000",
            "--memory",
            "512m");
    assertThat(output)
        .containsPattern("q18 +millrace: [\\d,]+ rows; hand: [\\d,]+ rows: the same")
        .containsPattern("q18 +millrace +100,000 +[\\d,]+");
  }

  @Test
  void checkpointWritesLittleWhenLittleChanged() {
    String output = run("incremental", "--keys", "100000", "--changed", "1", "--rounds", "2");
    Matcher shares =
        Pattern.compile("held, \\d+ ms: (\\d+\\.\\d) % of the full one").matcher(output);
    int checkpoints = 0;
    while (shares.find()) {
      assertThat(Double.parseDouble(shares.group(1))).as(output).isBetween(0.1, 10.0);
      checkpoints++;
    }
    assertThat(checkpoints).as(output).isEqualTo(2);
  }

  @Test
  void stateEndsWithTheWatermark() {
    String output = run("expiry", "--keys", "30000", "--later-keys", "10", "--hours", "3");
    for (String query : List.of("join", "window", "session", "distinct")) {
      assertThat(output)
          .containsPattern(query + " +before +0 entries")
          .containsPattern(query + " +hour 1 +\\d{2,3},\\d{3} entries")
          .containsPattern(query + " +hour 3 +\\d{1,2} entries");
    }
  }
}

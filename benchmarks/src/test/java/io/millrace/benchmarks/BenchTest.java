package io.millrace.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The benchmarks in short: that they run to their end, with what does not depend on the machine.
 */
class BenchTest {
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
  void nexmarkRunsQueriesWithAndWithoutWindows() {
    String output =
        run(
            "nexmark",
            "--queries",
            "q3,q8",
            "--events",
            "10000",
            "--rounds",
            "1",
            "--memory",
            "512m");
    assertThat(output)
        .containsPattern("q3 +millrace +50,000 +[\\d,]+ +[\\d,]+ +[\\d,]+ +\\d+\\.\\d\\d")
        .containsPattern("q8 +millrace +50,000 +[\\d,]+ +[\\d,]+ +[\\d,]+ +\\d+\\.\\d\\d");
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
}

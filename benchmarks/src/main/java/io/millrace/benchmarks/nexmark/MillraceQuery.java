package io.millrace.benchmarks.nexmark;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.benchmarks.process.EmbeddedMillrace;
import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One query as a materialized view of an embedded database: RocksDB, exactly-once checkpoints every
 * second. The measured time ends when a reader sees the answers to all events.
 */
public final class MillraceQuery {
  private MillraceQuery() {}

  /** {@code <script> <query> <events> <workers> <directory>} */
  public static void main(String[] arguments) throws Exception {
    String[] script = Files.readString(Path.of(arguments[0])).split(";\\s*\n");
    String query = arguments[1];
    long events = Long.parseLong(arguments[2]);
    int workers = Integer.parseInt(arguments[3]);
    Path directory = Path.of(arguments[4]);
    run(script, query, Math.max(1, events / 5), workers, directory);
    JavaProcess.report(run(script, query, events, workers, directory));
  }

  private static Measurement run(
      String[] script, String query, long events, int workers, Path directory) throws Exception {
    String view = statement(script, "CREATE MATERIALIZED VIEW " + query + " AS");
    try (EmbeddedMillrace millrace = new EmbeddedMillrace(directory, workers)) {
      int sources = 0;
      for (String source : List.of("person", "auction", "bid")) {
        if (Pattern.compile("\\b(FROM|JOIN|TABLE) " + source + "\\b").matcher(view).find()) {
          millrace.execute(
              source(statement(script, "CREATE SOURCE " + source + " ("), events, workers));
          sources++;
        }
      }
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long cpu = system.getProcessCpuTime();
      long start = System.nanoTime();
      millrace.execute(view);
      millrace.awaitFinished(sources);
      return Measurement.of(query, events, System.nanoTime() - start)
          .withCpu(system.getProcessCpuTime() - cpu);
    }
  }

  /** The script's source with more events, as many in a second as the benchmark has. */
  private static String source(String definition, long events, int workers) {
    String counted =
        replace(
            definition,
            "'number-of-events' = '\\d+'",
            "'number-of-events' = '%d', 'splits' = '%d'".formatted(events, workers));
    return replace(counted, "'event-time.rate' = '\\d+'", "'event-time.rate' = '100000'");
  }

  private static String replace(String definition, String pattern, String value) {
    Matcher matcher = Pattern.compile(pattern).matcher(definition);
    if (!matcher.find()) {
      throw new IllegalArgumentException("There is no " + pattern + " in " + definition);
    }
    return matcher.replaceFirst(value);
  }

  private static String statement(String[] script, String beginning) {
    for (String statement : script) {
      int start = statement.indexOf(beginning);
      if (start >= 0) {
        return statement.substring(start);
      }
    }
    throw new IllegalArgumentException("The script has no statement " + beginning);
  }
}

package io.millrace.benchmarks.nexmark;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures state that is many times the memory for it: a query of Nexmark with little memory. */
@Command(
    name = "state",
    description = {
      "State that is about ten times the memory for it: query 18 of Nexmark, which keeps the last"
          + " bid of each bidder for each auction with all its texts. Answers are compared as"
          + " ./millrace bench nexmark does, with the same little memory."
    },
    mixinStandardHelpOptions = true)
public final class StateBenchmark implements Callable<Integer> {
  @Option(names = "--events", description = "Events of all kinds (default: ${DEFAULT-VALUE}).")
  private long events = 5_000_000;

  @Option(
      names = "--state-memory",
      description =
          "Mebibytes for state: --state-memory of Millrace, managed memory of Flink"
              + " (default: ${DEFAULT-VALUE}).")
  private int stateMebibytes = 32;

  @Option(names = "--against", description = "flink, hand, none (default: ${DEFAULT-VALUE}).")
  private String against = "none";

  @Option(names = "--rounds", description = "Runs of each system (default: ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @Option(names = "--memory", description = "Java heap of each system (default: ${DEFAULT-VALUE}).")
  private String memory = "2g";

  @Option(
      names = "--check-events",
      description = "Events over which the answers are compared (default: ${DEFAULT-VALUE}).")
  private long checkEvents = 100_000;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return new CommandLine(new NexmarkBenchmark())
        .setOut(spec.commandLine().getOut())
        .setErr(spec.commandLine().getErr())
        .execute(
            "--queries=q18",
            "--events=" + events,
            "--state-memory=" + stateMebibytes,
            "--against=" + against,
            "--rounds=" + rounds,
            "--memory=" + memory,
            "--check-memory=" + memory,
            "--check-events=" + checkEvents);
  }
}

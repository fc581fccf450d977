package io.millrace.benchmarks;

import io.millrace.benchmarks.aggregate.AggregateBenchmark;
import io.millrace.benchmarks.checkpoint.IncrementalBenchmark;
import io.millrace.benchmarks.expiry.ExpiryBenchmark;
import io.millrace.benchmarks.join.JoinBenchmark;
import io.millrace.benchmarks.nexmark.CheckpointsBenchmark;
import io.millrace.benchmarks.nexmark.NexmarkBenchmark;
import io.millrace.benchmarks.nexmark.StateBenchmark;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the benchmarks. */
@Command(
    name = "millrace bench",
    description = "Measures Millrace, beside others in the same run.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AggregateBenchmark.class,
      JoinBenchmark.class,
      IncrementalBenchmark.class,
      ExpiryBenchmark.class,
      NexmarkBenchmark.class,
      CheckpointsBenchmark.class,
      StateBenchmark.class
    })
public final class Bench {
  public static void main(String[] arguments) {
    CommandLine commandLine = new CommandLine(new Bench());
    if (arguments.length == 0) {
      commandLine.usage(System.out);
      System.exit(2);
    }
    System.exit(commandLine.execute(arguments));
  }
}

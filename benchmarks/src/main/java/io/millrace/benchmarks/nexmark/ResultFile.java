package io.millrace.benchmarks.nexmark;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.benchmarks.nexmark.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * All results as JSON.
 *
 * @param java the version of Java
 * @param processors of the machine
 * @param workers of Millrace, and Flink's parallelism
 * @param memory the Java heap of each system
 * @param millraceStateMebibytes memory for state
 * @param flinkManagedMebibytes memory for state
 * @param checkpointSeconds between two checkpoints
 * @param answers what the comparison of the answers said
 * @param runs that were measured
 * @param ratios of those runs
 */
record ResultFile(
    String java,
    int processors,
    int workers,
    String memory,
    int millraceStateMebibytes,
    int flinkManagedMebibytes,
    double checkpointSeconds,
    List<Comparison> answers,
    List<RunResult> runs,
    List<Ratio> ratios) {
  void write(Path file) throws IOException {
    JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
  }
}

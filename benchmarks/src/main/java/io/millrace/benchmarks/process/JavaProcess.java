package io.millrace.benchmarks.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a main class in a JVM of its own, which prints its {@link Measurement} as a line of JSON.
 */
public final class JavaProcess {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final List<String> OPENED =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "-Darrow.enable_unsafe_memory_access=true",
          "-Darrow.enable_null_check_for_get=false");

  private JavaProcess() {}

  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /**
   * Runs a main class to its end.
   *
   * @param memory the Java heap, the same for every system that is compared. It is touched
   *     beforehand and in huge pages, because fresh memory is dear on virtual machines
   */
  public static Measurement run(
      String memory, String classPath, String mainClass, List<String> arguments)
      throws IOException, InterruptedException {
    return run(memory, classPath, mainClass, arguments, Measurement.class);
  }

  /**
   * Runs a main class to its end.
   *
   * @param result what the line of JSON says that the program prints
   */
  public static <T> T run(
      String memory, String classPath, String mainClass, List<String> arguments, Class<T> result)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms" + memory, "-Xmx" + memory, "-XX:+UseG1GC"));
    command.addAll(List.of("-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch"));
    command.addAll(OPENED);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
    Process process = builder.start();
    StringBuilder said = new StringBuilder();
    T printed = null;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        said.append(line).append('\n');
        printed = line.startsWith("{") ? MAPPER.readValue(line, result) : printed;
      }
    }
    int exitCode = process.waitFor();
    if (printed == null || exitCode != 0) {
      throw new IOException(mainClass + " ended with exit code " + exitCode + ":\n" + said);
    }
    return printed;
  }

  /** Prints a measurement for the process that started this one. */
  public static void report(Measurement measurement) {
    try {
      System.out.println(MAPPER.writeValueAsString(measurement));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

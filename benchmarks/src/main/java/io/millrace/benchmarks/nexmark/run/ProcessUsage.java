package io.millrace.benchmarks.nexmark.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process has used so far. */
public final class ProcessUsage {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final long KIB = 1024;

  private ProcessUsage() {}

  /** CPU time of all threads. */
  public static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The most physical memory in bytes; 0 where the operating system does not say. */
  public static long peakMemory() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      Matcher peak = PEAK.matcher(Files.readString(STATUS));
      return peak.find() ? Long.parseLong(peak.group(1)) * KIB : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.millrace.benchmarks.nexmark.hand;

import io.millrace.benchmarks.nexmark.run.AnswerDigest;
import io.millrace.benchmarks.nexmark.run.ProcessUsage;
import io.millrace.benchmarks.nexmark.run.RunResult;
import io.millrace.benchmarks.nexmark.run.RunSettings;
import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** One query as a loop written by hand; prints its result as a line of JSON. */
public final class HandQuery {
  private HandQuery() {}

  /** Whether there is a loop for a query. */
  public static boolean answers(String query) {
    return HandLoop.ALL.containsKey(query);
  }

  /** {@code <file of settings>} */
  public static void main(String[] arguments) throws Exception {
    RunSettings settings = RunSettings.read(Path.of(arguments[0]));
    if (settings.warmUp() > 0) {
      run(settings.forWarmUp());
    }
    System.out.println(run(settings).toJson());
  }

  private static RunResult run(RunSettings settings) throws Exception {
    long cpu = ProcessUsage.cpuNanos();
    long start = System.nanoTime();
    AnswerDigest digest = answer(HandLoop.ALL.get(settings.query()), settings);
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (ProcessUsage.cpuNanos() - cpu) / 1e9;
    return new RunResult(
        "hand",
        settings.query(),
        settings.events(),
        seconds,
        cpuSeconds,
        ProcessUsage.peakMemory(),
        0,
        0,
        0,
        digest.rows(),
        settings.digest() ? digest.toHex() : "");
  }

  private static AnswerDigest answer(HandLoop loop, RunSettings settings) throws Exception {
    Events events = new Events(settings);
    if (loop instanceof HandLoop.Stateful stateful) {
      Answers answers = answers(settings);
      stateful.program().run(events, answers);
      return answers.digest();
    }
    return inParallel(((HandLoop.Stateless) loop).body(), events);
  }

  private static AnswerDigest inParallel(HandLoop.Body body, Events events) throws Exception {
    int threads = events.settings().workers();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<AnswerDigest>> parts =
          IntStream.range(0, threads)
              .<Callable<AnswerDigest>>mapToObj(part -> () -> part(body, events, part, threads))
              .toList();
      AnswerDigest all = new AnswerDigest();
      for (Future<AnswerDigest> part : pool.invokeAll(parts)) {
        all.add(part.get());
      }
      return all;
    } finally {
      pool.shutdown();
    }
  }

  private static AnswerDigest part(HandLoop.Body body, Events events, int part, int parts) {
    NexmarkRows bids = events.rows(EventKind.BID);
    Answers answers = answers(events.settings());
    events.forEach(bids, part, parts, body.of(bids, answers));
    return answers.digest();
  }

  private static Answers answers(RunSettings settings) {
    return settings.digest() ? new DigestedAnswers() : new DroppedAnswers();
  }
}

package io.millrace.executor.simulation;

import io.millrace.executor.scheduling.Actor;
import io.millrace.executor.scheduling.Scheduler;
import io.millrace.executor.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Runs an engine in one thread: what goes on next, of all that could, is drawn. Some runs have an
 * actor, or the jobs, that are much slower than everything else.
 */
final class SimulatedScheduler implements Scheduler {
  /** Thrown at whoever waits when the machine stops. */
  static final class Crashed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Crashed() {
      super("The simulated machine has stopped.", null, false, false);
    }
  }

  /** More steps than any answer takes. */
  private static final int MOST_STEPS = 200_000;

  private static final int SLOWNESS = 12;

  private final Random random;
  private final SimulatedClock clock;
  private final Trace trace;
  private final Defect defect;
  private final List<Actor> actors = new ArrayList<>();
  private final List<Runnable> jobs = new ArrayList<>();

  /** Those that can go on: numbers of actors, or −1 for a job. */
  private final int[] candidates = new int[64];

  private final int slow;
  private final long tick;
  private boolean crashed;
  private boolean inJob;

  SimulatedScheduler(Random random, SimulatedClock clock, Trace trace, Defect defect) {
    this.defect = defect;
    this.random = random;
    this.clock = clock;
    this.trace = trace;
    this.slow = random.nextInt(8) - 2;
    this.tick = random.nextBoolean() ? 1_000 : 300_000;
  }

  @Override
  public Executor io() {
    return jobs::add;
  }

  @Override
  public void start(List<? extends Actor> started) {
    actors.addAll(started);
  }

  /** The machine stops: nothing goes on any more, and who waits gets {@link Crashed}. */
  void crash() {
    crashed = true;
  }

  boolean isCrashed() {
    return crashed;
  }

  /** Has something go on; if nothing can, lets the time pass until something can. */
  void step() {
    if (crashed) {
      throw new Crashed();
    }
    int count = findCandidates(!jobs.isEmpty());
    if (count == 0) {
      passTime();
      count = findCandidates(false);
    }
    if (count > 0) {
      run(choose(count));
    }
    clock.advance(1 + (long) (random.nextDouble() * tick));
  }

  /** While a job waits for its disk, others go on. */
  void interleave() {
    if (inJob && !crashed && random.nextInt(4) == 0) {
      inJob = false;
      for (int i = random.nextInt(6); i > 0 && !crashed; i--) {
        int count = findCandidates(false);
        if (count > 0) {
          run(choose(count));
        }
      }
      inJob = true;
    }
  }

  private int findCandidates(boolean withJobs) {
    int count = 0;
    for (int i = 0; i < actors.size(); i++) {
      if (!actors.get(i).isEnded() && actors.get(i).nanosUntilDue() <= 0) {
        candidates[count++] = i;
      }
    }
    if (withJobs) {
      candidates[count++] = -1;
    }
    return count;
  }

  private int choose(int count) {
    int chosen = candidates[random.nextInt(count)];
    if (chosen == slow && count > 1 && random.nextInt(SLOWNESS) > 0) {
      chosen = candidates[random.nextInt(count)];
    }
    return chosen;
  }

  private void run(int number) {
    if (number >= 0) {
      Actor actor = actors.get(number);
      if (defect == Defect.BARRIER_NOT_ALIGNED && actor instanceof Worker worker) {
        Misalignment.of(worker);
      }
      trace.add("step", actor.name());
      actor.step();
      return;
    }
    Runnable job = jobs.remove(random.nextInt(jobs.size()));
    trace.add("job", null);
    inJob = true;
    try {
      job.run();
    } finally {
      inJob = false;
    }
  }

  private void passTime() {
    long nanos = Long.MAX_VALUE;
    for (Actor actor : actors) {
      if (!actor.isEnded()) {
        nanos = Math.min(nanos, actor.nanosUntilDue());
      }
    }
    clock.advance(Math.max(1, nanos == Long.MAX_VALUE ? 1 : nanos));
  }

  @Override
  public void await(CompletableFuture<?> answer) {
    for (int i = 0; !answer.isDone(); i++) {
      if (i == MOST_STEPS) {
        throw new AssertionError("An answer has not come after " + i + " steps.");
      }
      step();
    }
  }

  @Override
  public void end(boolean interruptJobs) {
    if (interruptJobs) {
      jobs.clear();
    }
    for (int i = 0; !actors.stream().allMatch(Actor::isEnded); i++) {
      if (i == MOST_STEPS) {
        throw new AssertionError("The engine has not ended after " + i + " rounds.");
      }
      actors.stream().filter(actor -> !actor.isEnded()).forEach(Actor::step);
      runJobs(interruptJobs);
    }
    runJobs(interruptJobs);
  }

  private void runJobs(boolean forget) {
    List<Runnable> all = List.copyOf(jobs);
    jobs.clear();
    if (!forget) {
      all.forEach(Runnable::run);
    }
  }
}

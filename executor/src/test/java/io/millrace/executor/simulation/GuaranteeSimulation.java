package io.millrace.executor.simulation;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A run with a guarantee: rows of a source are copied, counted and joined, and written to a sink,
 * while the machine stops at any moment and starts again. In the end every row must have counted as
 * often as the guarantee says, and what comes from tables exactly once.
 */
final class GuaranteeSimulation {
  private static final int MOST_ACTIONS = 40;
  private static final int MOST_PAUSE = 30;
  private static final int PATIENCE = 400;

  /** How many rows the source has, the view holds at the end, and the sink has got. */
  record Outcome(long rows, long inView, long inSink) {}

  private final DeliveryGuarantee guarantee;
  private final Simulation simulation;
  private final Random random;
  private final SimulatedFileSystem files;
  private final RelationSpec.Source source;
  private final ModelledRelation readSource;
  private final ModelledRelation table;
  private final ModelledRelation copy;
  private final ModelledRelation counts;
  private final ModelledRelation pairs;
  private final ModelledRelation withTable;
  private final ModelledRelation tableCopy;
  private final ModelledRelation sink;

  /** Rows that somebody has seen in the copy, and those of them that a crash has taken away. */
  private final Set<List<Object>> seen = new HashSet<>();

  private final Set<List<Object>> lost = new HashSet<>();
  private int processes;

  GuaranteeSimulation(long seed, DeliveryGuarantee guarantee, Trace trace) {
    this.guarantee = guarantee;
    this.simulation = new Simulation(seed, Defect.NONE, trace, guarantee);
    this.random = simulation.random();
    this.files = SimulatedFileSystem.observer(simulation.disk());
    RandomPlans plans = simulation.plans();
    this.source =
        new RelationSpec.Source(
            1,
            "s",
            SimulatedSource.ROW_TYPE,
            SimulatedSource.options(
                1 + random.nextInt(3), 10 + random.nextInt(40), random.nextBoolean()));
    this.readSource = new ModelledRelation(source, null);
    this.table = plans.table(2);
    this.copy = plans.copy(3, readSource);
    this.counts = plans.counts(4, readSource);
    this.pairs = plans.pairs(5, readSource, readSource);
    this.withTable = plans.pairs(6, readSource, table);
    this.tableCopy = plans.copy(7, table);
    this.sink = plans.sink(8, readSource);
  }

  private List<ModelledRelation> all() {
    return List.of(readSource, table, copy, counts, pairs, withTable, tableCopy, sink);
  }

  /** Runs it; throws an AssertionError that says what was wrong. */
  Outcome run() throws IOException {
    simulation.disk().createDirectories(simulation.config().dataDirectory());
    simulation.disk().createDirectories(Simulation.SINKS);
    while (simulation.catalog().isEmpty()) {
      live(random.nextInt(3) == 0 ? random.nextInt(60) : -1, false);
    }
    for (int lives = random.nextInt(4); lives > 0; lives--) {
      live(random.nextInt(3) > 0 ? random.nextInt(200) : -1, false);
    }
    live(-1, true);
    return outcome;
  }

  private Outcome outcome;

  private void live(int operations, boolean last) {
    SimulatedProcess process = new SimulatedProcess(simulation, "run" + ++processes, operations);
    simulation.trace().add("start", processes);
    boolean closed = false;
    try {
      process.open(
          simulation.config(),
          simulation.catalog().values().stream().map(ModelledRelation::spec).toList());
      if (simulation.catalog().isEmpty()) {
        all().forEach(relation -> process.engine().create(relation.spec()));
        all().forEach(relation -> simulation.catalog().put(relation.id(), relation));
      }
      restarted(process);
      if (last) {
        finish(process);
      } else {
        work(process);
      }
      if (last || random.nextInt(4) == 0) {
        process.close();
        closed = true;
      }
    } catch (SimulatedScheduler.Crashed e) {
      // The process is gone.
    } catch (MillraceException e) {
      if (!process.isCrashed() && !process.isFaulty()) {
        throw new AssertionError("Something failed: " + e.getMessage(), e);
      }
    }
    if (!closed) {
      if (!process.isCrashed()) {
        process.crash();
      }
      process.discard();
    }
    if (random.nextInt(3) > 0) {
      simulation.disk().losePower(random);
    }
  }

  private void work(SimulatedProcess process) {
    if (random.nextInt(4) == 0) {
      process.beFaulty();
    }
    for (int i = random.nextInt(MOST_ACTIONS); i > 0; i--) {
      switch (random.nextInt(10)) {
        case 0, 1 -> write(process);
        case 2, 3, 4, 5 -> simulation.source().release(1 + random.nextInt(12));
        case 6, 7 -> checkRead(process);
        default -> checkpoint(process);
      }
      for (int pause = random.nextInt(MOST_PAUSE); pause > 0; pause--) {
        process.step();
      }
    }
  }

  private void write(SimulatedProcess process) {
    simulation.table().next();
    process.engine().append(table.id(), simulation.table().rows(), simulation.table().weights());
    simulation.table().acknowledge();
  }

  private void checkpoint(SimulatedProcess process) {
    process.engine().checkpoint();
    if (!process.isFaulty()) {
      checkSink();
    }
  }

  // ---- what must be true at any time

  private Bag read(SimulatedProcess process, ModelledRelation relation) {
    List<Integer> columns = IntStream.range(0, relation.spec().rowType().size()).boxed().toList();
    try (EpochRead read = process.engine().read(List.of(ReadRequest.all(relation.id(), columns)))) {
      return Bag.of(read.rows(0));
    }
  }

  private Optional<CheckpointManifest> manifest() {
    return new CheckpointStore(
            files,
            simulation.config().dataDirectory().resolve("checkpoints"),
            "inspection",
            Integer.MAX_VALUE)
        .newestIntact();
  }

  /** What was seen of rows that are not in the state any more must not come again. */
  private void restarted(SimulatedProcess process) {
    boolean held =
        manifest().map(manifest -> manifest.relations().containsKey(copy.id())).orElse(false);
    seen.addAll(lost);
    lost.clear();
    if (held && guarantee == DeliveryGuarantee.AT_MOST_ONCE) {
      lost.addAll(seen);
      read(process, copy).forEach((row, count) -> lost.remove(row));
    }
    seen.clear();
  }

  private void checkRead(SimulatedProcess process) {
    Set<Long> written = simulation.table().acknowledged();
    checkRows("Read", read(process, copy), Map.of());
    simulation.table().check(read(process, tableCopy), written);
  }

  private void checkSink() {
    checkRows("Committed", committed(), positions());
  }

  private Map<String, SplitState> positions() {
    CheckpointManifest manifest = manifest().orElseThrow();
    return manifest.relations().containsKey(sink.id())
        ? manifest.relations().get(source.id()).splits()
        : Map.of();
  }

  private Bag committed() {
    try {
      return SimulatedSink.committed(files, Simulation.SINKS, (RelationSpec.Sink) sink.spec());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * @param least splits whose rows before a position must be there if none may be missing
   */
  private void checkRows(String where, Bag rows, Map<String, SplitState> least) {
    Set<List<Object>> missing = new HashSet<>();
    least.forEach(
        (split, state) -> {
          long end = state.position() == null ? 0 : Long.parseLong(state.position());
          for (long row = 0; row < end; row++) {
            missing.add(SimulatedSource.row(source.id(), Long.parseLong(split), row));
          }
        });
    rows.forEach(
        (row, count) -> {
          missing.remove(row);
          if (count < 0 || count > 1 && guarantee != DeliveryGuarantee.AT_LEAST_ONCE) {
            throw new AssertionError(where + " " + count + " times: " + row);
          }
          if (lost.contains(row) && where.equals("Read")) {
            throw new AssertionError("Read again after it was lost: " + row);
          }
          if (!row.equals(SimulatedSource.row(source.id(), (Long) row.get(2), (Long) row.get(3)))) {
            throw new AssertionError(where + " and never sent: " + row);
          }
          if (where.equals("Read")) {
            seen.add(row);
          }
        });
    if (guarantee != DeliveryGuarantee.AT_MOST_ONCE && !missing.isEmpty()) {
      throw new AssertionError(where + " too little: " + missing + " are missing of " + rows);
    }
  }

  // ---- the end

  private void finish(SimulatedProcess process) {
    simulation.source().release(1_000_000);
    boolean complete = false;
    for (int i = 0; i < PATIENCE && !complete; i++) {
      checkpoint(process);
      Map<String, SplitState> positions = positions();
      complete =
          positions.size() == SimulatedSource.splits(source)
              && positions.values().stream()
                  .allMatch(state -> Long.toString(rows()).equals(state.position()));
      process.pause(1_000_000_000L); // so that splits are looked for
    }
    if (!complete) {
      throw new AssertionError("The source was not read to its end: " + positions());
    }
    checkpoint(process);
    checkRead(process);
    Bag content = new Bag();
    for (long split = 0; split < SimulatedSource.splits(source); split++) {
      for (long row = 0; row < rows(); row++) {
        content.add(SimulatedSource.row(source.id(), split, row), 1);
      }
    }
    Bag inView = read(process, copy);
    checkBound("The copy", inView, content);
    checkBound("The sink", committed(), content);
    checkBound("The pairs", read(process, pairs), pairs.content().apply(List.of(content, content)));
    checkBound(
        "The pairs with the table",
        read(process, withTable),
        withTable.content().apply(List.of(content, read(process, tableCopy))));
    Bag number = new Bag();
    read(process, counts).forEach((row, one) -> number.add(row.subList(0, 1), (Long) row.get(1)));
    checkBound("The count", number, content.project(List.of(0)));
    outcome = new Outcome(SimulatedSource.splits(source) * rows(), size(inView), size(committed()));
  }

  private long rows() {
    return SimulatedSource.rows(source);
  }

  private static long size(Bag bag) {
    long[] size = new long[1];
    bag.forEach((row, count) -> size[0] += count);
    return size[0];
  }

  private void checkBound(String what, Bag is, Bag exact) {
    is.minus(exact)
        .forEach(
            (row, difference) -> {
              boolean right =
                  switch (guarantee) {
                    case EXACTLY_ONCE -> false;
                    case AT_LEAST_ONCE -> difference > 0;
                    case AT_MOST_ONCE -> difference < 0;
                  };
              if (!right) {
                throw new AssertionError(
                    what + " differs by " + difference + " of " + row + ", with " + guarantee);
              }
            });
  }
}

package io.millrace.executor.simulation;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Those who use the database: they create, drop, write, read and take checkpoints at random. */
final class SimulatedClient {
  private static final int MOST_ACTIONS = 45;
  private static final int MOST_PAUSE = 30;
  private static final int PATIENCE = 400;

  /** A read that is under way, and what it must see. */
  private record Reading(
      List<ModelledRelation> relations, Set<Long> written, CompletableFuture<EpochRead> answer) {}

  private record Creation(ModelledRelation relation, CompletableFuture<Void> answer) {}

  private final Simulation simulation;
  private final SimulatedProcess process;
  private final Random random;
  private final Map<Long, ModelledRelation> catalog;
  private final List<Reading> readings = new ArrayList<>();
  private final List<Creation> creations = new ArrayList<>();

  /** By source, how many rows of each split the newest answer had; and its epoch. */
  private final Map<Long, Map<Long, Long>> seen = new HashMap<>();

  private long seenEpoch;

  SimulatedClient(Simulation simulation, SimulatedProcess process) {
    this.simulation = simulation;
    this.process = process;
    this.random = simulation.random();
    this.catalog = simulation.catalog();
  }

  /** Does this and that for a while. */
  void work() {
    createBase();
    read();
    if (random.nextInt(4) == 0) {
      process.beFaulty();
    }
    for (int i = random.nextInt(MOST_ACTIONS); i > 0 && !process.isCrashed(); i--) {
      act();
      for (int pause = random.nextInt(MOST_PAUSE); pause > 0; pause--) {
        process.step();
      }
      collect();
    }
  }

  private void act() {
    if (simulation.savepoints() != null && random.nextInt(8) == 0) {
      simulation.savepoints().act(process);
      return;
    }
    switch (random.nextInt(25)) {
      case 0, 1, 2, 3, 4, 5 -> write();
      case 6, 7, 8, 9, 10, 11 -> simulation.source().release(1 + random.nextInt(12));
      case 12, 13, 14, 15 -> read();
      case 16, 17 -> checkpoint();
      case 18, 19, 20, 21 -> create();
      case 22 -> rescale();
      default -> drop();
    }
  }

  // ---- what every simulation has: sources, a table, and witnesses that show what was read of them

  private void createBase() {
    if (catalog.isEmpty()) {
      for (int sources = 1 + random.nextInt(2); sources > 0; sources--) {
        createNow(simulation.plans().source(simulation.newId()));
      }
      createNow(simulation.plans().table(simulation.newId()));
    }
    for (ModelledRelation base : List.copyOf(catalog.values())) {
      if (base.isSource() && simulation.inspection().witnessView(base) == null) {
        createNow(simulation.plans().copy(simulation.newId(), base));
      }
      if ((base.isSource() || base.isTable())
          && simulation.inspection().witnessSink(base) == null) {
        createNow(simulation.plans().sink(simulation.newId(), base));
      }
    }
  }

  private void createNow(ModelledRelation relation) {
    process.engine().create(relation.spec());
    catalog.put(relation.id(), relation);
  }

  // ---- actions

  private void write() {
    ModelledRelation table = simulation.inspection().table();
    if (table == null) {
      return;
    }
    TableModel model = simulation.table();
    model.next();
    boolean done =
        attempt(() -> process.engine().append(table.id(), model.rows(), model.weights()));
    if (done) {
      model.acknowledge();
    }
  }

  /** Does something that may fail when files do; returns whether it did not. */
  private boolean attempt(Runnable action) {
    try {
      action.run();
      return true;
    } catch (MillraceException e) {
      if (!process.isFaulty() && !process.isCrashed()) {
        throw e;
      }
      return false;
    }
  }

  private void read() {
    List<ModelledRelation> relations = new ArrayList<>();
    for (ModelledRelation relation : catalog.values()) {
      boolean witness = relation.isTable() || simulation.inspection().isWitnessView(relation);
      boolean readable = !relation.isSource() && !relation.isSink();
      if (witness || readable && random.nextBoolean()) {
        relations.add(relation);
      }
    }
    List<ReadRequest> requests =
        relations.stream()
            .map(relation -> ReadRequest.all(relation.id(), columns(relation.spec())))
            .toList();
    readings.add(
        new Reading(
            relations, simulation.table().acknowledged(), process.engine().readAsync(requests)));
  }

  private static List<Integer> columns(RelationSpec spec) {
    return IntStream.range(0, spec.rowType().size()).boxed().toList();
  }

  private void checkpoint() {
    Set<Long> written = simulation.table().acknowledged();
    long[] id = new long[1];
    if (attempt(() -> id[0] = process.engine().checkpoint())) {
      simulation.inspection().checkpointed(id[0], written, process.isFaulty());
    }
  }

  /** With reads under way, but not while relations are created. */
  private void rescale() {
    if (creations.isEmpty()) {
      int workers = 1 + random.nextInt(4);
      List<RelationSpec> specs = catalog.values().stream().map(ModelledRelation::spec).toList();
      attempt(() -> process.engine().rescale(workers, specs));
    }
  }

  private void create() {
    if (!simulation.hasRoom()) {
      return;
    }
    List<ModelledRelation> upstream =
        catalog.values().stream().filter(relation -> !relation.isSink()).toList();
    long id = simulation.newId();
    ModelledRelation relation =
        random.nextInt(3) == 0
            ? simulation.plans().sink(id, upstream.get(random.nextInt(upstream.size())))
            : simulation.plans().view(id, upstream);
    creations.add(new Creation(relation, process.engine().createAsync(relation.spec())));
  }

  private void drop() {
    List<ModelledRelation> droppable = catalog.values().stream().filter(this::isDroppable).toList();
    if (!droppable.isEmpty()) {
      ModelledRelation dropped = droppable.get(random.nextInt(droppable.size()));
      catalog.remove(dropped.id());
      attempt(() -> process.engine().drop(dropped.id()));
    }
  }

  private boolean isDroppable(ModelledRelation relation) {
    return !simulation.inspection().isBase(relation)
        && catalog.values().stream()
            .noneMatch(other -> other.spec().upstream().contains(relation.id()))
        && creations.stream()
            .noneMatch(creation -> creation.relation().spec().upstream().contains(relation.id()))
        && readings.stream().noneMatch(reading -> reading.relations().contains(relation));
  }

  // ---- answers

  private void collect() {
    for (Iterator<Creation> all = creations.iterator(); all.hasNext(); ) {
      Creation creation = all.next();
      if (creation.answer().isDone()) {
        all.remove();
        if (succeeded(creation.answer())) {
          catalog.put(creation.relation().id(), creation.relation());
        }
      }
    }
    List<Reading> answered = new ArrayList<>();
    for (Iterator<Reading> all = readings.iterator(); all.hasNext(); ) {
      Reading reading = all.next();
      if (reading.answer().isDone()) {
        all.remove();
        if (succeeded(reading.answer())) {
          answered.add(reading);
        }
      }
    }
    answered.sort(Comparator.comparing(reading -> reading.answer().join().epoch()));
    answered.forEach(this::check);
  }

  private boolean succeeded(CompletableFuture<?> answer) {
    if (answer.isCompletedExceptionally() && !process.isFaulty() && !process.isCrashed()) {
      answer.join();
    }
    return !answer.isCompletedExceptionally();
  }

  private void check(Reading reading) {
    Map<Long, Bag> answers = new HashMap<>();
    long epoch;
    try (EpochRead read = reading.answer().join()) {
      epoch = read.epoch();
      for (int i = 0; i < reading.relations().size(); i++) {
        answers.put(reading.relations().get(i).id(), Bag.of(read.rows(i)));
      }
    }
    Contents contents = new Contents(catalogWith(reading.relations()));
    for (ModelledRelation base : catalog.values()) {
      if (base.isSource()) {
        ModelledRelation witness = simulation.inspection().witnessView(base);
        Bag content = answers.get(witness.id());
        checkProgress(base, epoch, content);
        contents.put(base.id(), content);
      } else if (base.isTable()) {
        simulation.table().check(answers.get(base.id()), reading.written());
        contents.put(base.id(), answers.get(base.id()));
      }
    }
    seenEpoch = Math.max(seenEpoch, epoch);
    for (ModelledRelation relation : reading.relations()) {
      if (!relation.isTable()) {
        contents.check(relation, answers.get(relation.id()), "Read at epoch " + epoch);
      }
    }
  }

  private Map<Long, ModelledRelation> catalogWith(List<ModelledRelation> relations) {
    Map<Long, ModelledRelation> all = new HashMap<>(catalog);
    relations.forEach(relation -> all.put(relation.id(), relation));
    return all;
  }

  /** Epochs only go forward, and so does what they hold. */
  private void checkProgress(ModelledRelation base, long epoch, Bag content) {
    Map<Long, Long> prefix = Contents.prefix((RelationSpec.Source) base.spec(), content);
    Map<Long, Long> before = seen.get(base.id());
    if (before != null) {
      boolean same = epoch == seenEpoch && !prefix.equals(before);
      boolean back =
          epoch > seenEpoch
              && before.entrySet().stream()
                  .anyMatch(split -> prefix.getOrDefault(split.getKey(), 0L) < split.getValue());
      if (epoch < seenEpoch || same || back) {
        throw new AssertionError(
            "Epoch " + epoch + " has " + prefix + ", and " + seenEpoch + " had " + before);
      }
    }
    seen.put(base.id(), prefix);
  }

  // ---- the end

  /** Reads everything there is, and checks that nothing is missing. */
  void finish() {
    createBase();
    simulation.source().release(1_000_000);
    boolean complete = false;
    for (int i = 0; i < PATIENCE && !complete; i++) {
      read();
      while (!readings.isEmpty()) {
        process.step();
        collect();
      }
      complete = isComplete();
      process.pause(1_000_000_000L); // so that splits are looked for
    }
    if (!complete) {
      throw new AssertionError("Sources were not read to their ends: " + seen);
    }
    checkpoint();
    read();
    while (!readings.isEmpty()) {
      process.step();
      collect();
    }
  }

  private boolean isComplete() {
    for (ModelledRelation relation : catalog.values()) {
      if (relation.spec() instanceof RelationSpec.Source spec) {
        for (long split = 0; split < SimulatedSource.splits(spec); split++) {
          long rows = seen.get(spec.id()).getOrDefault(split, 0L);
          if (rows < SimulatedSource.rows(spec)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Gives back what was not used any more. */
  void leave() {
    for (Reading reading : readings) {
      if (!reading.answer().cancel(false) && !reading.answer().isCompletedExceptionally()) {
        reading.answer().join().close();
      }
    }
  }
}

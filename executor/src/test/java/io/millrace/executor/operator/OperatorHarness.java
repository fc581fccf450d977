package io.millrace.executor.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.type.RowType;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.ChangelogText;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.KeyGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Runs an operator without an engine: feeds it epochs of changes, cut into batches, on one or more
 * shards, with or without a restore between the epochs, and gives back what it put out.
 */
public final class OperatorHarness implements AutoCloseable {
  /**
   * How a case is run.
   *
   * @param batchRows the most rows in a batch
   * @param restore whether the operator is made anew from its state after each epoch; if it began
   *     with more than one shard, on another number of them, unless the state cannot be divided
   */
  public record Variant(int batchRows, boolean restore, int shards, HarnessState.Kind state) {}

  /** How many shards there are after restores: more, fewer, and as many as before. */
  private static final int[] SHARDS = {4, 2, 3, 3, 1, 4, 5};

  private final OperatorFactory factory;
  private final List<RowType> inputTypes;
  private final List<List<Integer>> distributions;
  private final Variant variant;
  private final BufferAllocator allocator = new RootAllocator();
  private List<HarnessState> states = new ArrayList<>();
  private final List<Operator> operators = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private long epoch;
  private long lateRows;

  private final class Report implements ErrorReport {
    @Override
    public void valueFailed(String expression, RuntimeException cause) {
      errors.add(expression + ": " + cause.getMessage());
    }

    @Override
    public void lateRows(long count) {
      lateRows += count;
    }
  }

  /**
   * @param distribution the columns by which rows go to shards; none: all to the first
   */
  public OperatorHarness(
      OperatorFactory factory, RowType inputType, List<Integer> distribution, Variant variant) {
    this(factory, List.of(inputType), List.of(distribution), variant);
  }

  /**
   * Of an operator with several inputs: their types, and the columns by which they go to shards.
   */
  public OperatorHarness(
      OperatorFactory factory,
      List<RowType> inputTypes,
      List<List<Integer>> distributions,
      Variant variant) {
    this.factory = factory;
    this.inputTypes = inputTypes;
    this.distributions = distributions;
    this.variant = variant;
    for (int shard = 0; shard < variant.shards(); shard++) {
      states.add(HarnessState.open(variant.state()));
    }
    createOperators();
  }

  private void createOperators() {
    for (int shard = 0; shard < states.size(); shard++) {
      operators.add(create(shard));
    }
  }

  private Operator create(int shard) {
    return factory.create(
        new OperatorContext(
            "operator", shard, states.size(), allocator, states.get(shard).tables(), new Report()));
  }

  /** Every variant that a case must give the same answer in, on one shard. */
  public static List<Variant> variants() {
    return variants(HarnessState.Kind.values());
  }

  /** The variants with some of the backends. */
  public static List<Variant> variants(HarnessState.Kind... states) {
    List<Variant> variants = new ArrayList<>();
    for (HarnessState.Kind state : states) {
      for (int batchRows : new int[] {1, 4096}) {
        for (boolean restore : new boolean[] {false, true}) {
          // Opening RocksDB is slow, and what a restore brings back is what it is about.
          if (state != HarnessState.Kind.ROCKSDB || restore && batchRows > 1) {
            variants.add(new Variant(batchRows, restore, 1, state));
          }
        }
      }
    }
    return variants;
  }

  /**
   * Runs a case in all variants. {@code epochs} are the input's changes and the net output's
   * expected changes in turn, as {@link ChangelogText} writes them.
   */
  public static void verify(
      OperatorFactory factory, RowType inputType, RowType outputType, String... epochs) {
    for (Variant variant : variants()) {
      try (OperatorHarness harness = new OperatorHarness(factory, inputType, List.of(), variant)) {
        for (int i = 0; i < epochs.length; i += 2) {
          List<Change> output = harness.runEpoch(ChangelogText.parse(inputType, epochs[i]));
          assertThat(ChangelogText.net(outputType, output))
              .as("epoch " + i / 2 + " of " + variant)
              .isEqualTo(
                  ChangelogText.net(outputType, ChangelogText.parse(outputType, epochs[i + 1])));
        }
      }
    }
  }

  /** One epoch's changes in, one epoch's changes out. */
  public List<Change> runEpoch(List<Change> input) {
    return runEpochOf(List.of(new InputChanges(0, input)));
  }

  /** As {@link #runEpoch(List)}; the watermark holds from the next epoch on. */
  public List<Change> runEpoch(List<Change> input, long watermark) {
    return runEpochOf(List.of(new InputChanges(0, input)), watermark);
  }

  /** Some changes of one input. */
  public record InputChanges(int input, List<Change> changes) {}

  /** One epoch's changes in, input by input in this order, one epoch's changes out. */
  public List<Change> runEpochOf(List<InputChanges> parts) {
    return runEpochOf(parts, Barrier.NO_WATERMARK);
  }

  /** As {@link #runEpochOf(List)}; the watermark holds from the next epoch on. */
  public List<Change> runEpochOf(List<InputChanges> parts, long watermark) {
    List<ChangeBatch> emitted = new ArrayList<>();
    for (InputChanges part : parts) {
      int[] shards = shards(part.input(), part.changes());
      for (int shard = 0; shard < states.size(); shard++) {
        feed(shard, part.input(), part.changes(), shards, emitted);
      }
    }
    epoch++;
    for (Operator operator : operators) {
      operator.advance(watermark);
      boolean finished = false;
      while (!finished) {
        int before = emitted.size();
        finished = operator.finishEpoch(epoch, emitted::add);
        assertThat(emitted.size()).as("batches a call").isBetween(before, before + 1);
      }
    }
    List<Change> output = ChangelogText.changes(emitted);
    emitted.forEach(ChangeBatch::release);
    if (variant.restore()) {
      restore();
    }
    return output;
  }

  private void feed(
      int shard, int number, List<Change> input, int[] shards, List<ChangeBatch> emitted) {
    try (BatchBuilder builder = new BatchBuilder(inputTypes.get(number), allocator)) {
      for (int i = 0; i < input.size(); i++) {
        if (shards[i] == shard) {
          builder.add(input.get(i).values(), input.get(i).weight());
        }
        if (builder.size() > 0
            && (builder.size() == variant.batchRows() || i == input.size() - 1)) {
          ChangeBatch batch = builder.build();
          operators.get(shard).process(number, batch, emitted::add);
          batch.release();
          boolean more = true;
          while (more) {
            int before = emitted.size();
            more = operators.get(shard).proceed(emitted::add);
            assertThat(emitted.size()).as("batches a call").isBetween(before, before + 5);
          }
        }
      }
    }
  }

  private int[] shards(int number, List<Change> input) {
    RowType inputType = inputTypes.get(number);
    List<Integer> distribution = distributions.get(number);
    int[] shards = new int[input.size()];
    if (distribution.isEmpty() || input.isEmpty()) {
      return shards;
    }
    KeyBatch keys = new KeyBatch(distribution.stream().map(inputType::type).toList());
    try (BatchBuilder builder = new BatchBuilder(inputType, allocator)) {
      input.forEach(change -> builder.add(change.values(), change.weight()));
      ChangeBatch batch = builder.build();
      keys.load(batch, distribution);
      batch.release();
    }
    int groups = KeyGroups.DEFAULT_COUNT;
    return IntStream.range(0, shards.length)
        .map(i -> KeyGroups.worker(KeyGroups.of(keys.hash(i), groups), groups, states.size()))
        .toArray();
  }

  private void restore() {
    operators.forEach(Operator::close);
    operators.clear();
    if (variant.shards() == 1 || variant.state() == HarnessState.Kind.RESTLESS) {
      states.forEach(HarnessState::restore);
    } else {
      states = HarnessState.rescale(states, SHARDS[(int) (epoch % SHARDS.length)]);
    }
    createOperators();
  }

  /** How many records there are in all state tables; -1 if this is not known. */
  public long stateSize() {
    return states.stream().mapToLong(HarnessState::size).sum();
  }

  /** The operator of one shard. */
  public Operator operator(int shard) {
    return operators.get(shard);
  }

  public BufferAllocator allocator() {
    return allocator;
  }

  /** What was reported so far. */
  public List<String> errors() {
    return errors;
  }

  /** How many rows were dropped because they came too late. */
  public long lateRows() {
    return lateRows;
  }

  /** Frees everything; fails if the operator kept memory. */
  @Override
  public void close() {
    operators.forEach(Operator::close);
    states.forEach(HarnessState::close);
    allocator.close();
  }
}

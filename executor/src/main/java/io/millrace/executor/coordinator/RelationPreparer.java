package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.executor.computed.ComputedSource;
import io.millrace.executor.computed.ReadClock;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.connector.EagerSink;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceContext;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.task.RowTimes;
import io.millrace.executor.translate.PlanTranslator;
import io.millrace.executor.translate.RelationGraph;
import io.millrace.executor.translate.TranslationContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/** Opens connectors and translates plans, which may take a while. Thread-safe. */
public final class RelationPreparer {
  private final Connectors connectors;
  private final PlanTranslator translator;
  private final int workers;
  private final Clock clock;
  private final BufferAllocator allocator;
  private final FileSystem fileSystem;
  private final Path sourcesDirectory;
  private final DeliveryGuarantee guarantee;

  /**
   * @param sourcesDirectory where sources may keep files, each in a directory of its own
   * @param guarantee of the engine
   */
  public RelationPreparer(
      Connectors connectors,
      PlanTranslator translator,
      int workers,
      Clock clock,
      BufferAllocator allocator,
      FileSystem fileSystem,
      Path sourcesDirectory,
      DeliveryGuarantee guarantee) {
    this.connectors = connectors;
    this.translator = translator;
    this.workers = workers;
    this.clock = clock;
    this.allocator = allocator;
    this.fileSystem = fileSystem;
    this.sourcesDirectory = sourcesDirectory;
    this.guarantee = guarantee;
  }

  /** Prepares a new relation. */
  public PreparedRelation prepare(RelationSpec spec) {
    return prepare(spec, null);
  }

  /**
   * Prepares a relation again after a restart. One that cannot be opened any more is kept with its
   * error.
   *
   * @param recovery of a sink
   */
  public PreparedRelation prepareAgain(RelationSpec spec, SinkRecovery recovery) {
    try {
      return prepare(spec, recovery);
    } catch (RuntimeException e) { // whatever it is, other relations go on
      RelationGraph empty = new RelationGraph(spec.id(), spec.name(), List.of());
      return new PreparedRelation(
          spec, empty, null, null, new RelationMetrics(), openingError(spec, e));
    }
  }

  /** What a connector threw when a relation was opened, with a code. */
  public static MillraceException openingError(RelationSpec spec, RuntimeException cause) {
    return cause instanceof MillraceException millrace
        ? millrace
        : new MillraceException(
            ErrorCode.INTERNAL_ERROR, "'" + spec.name() + "' cannot be opened: " + cause, cause);
  }

  /**
   * @param recovery null when it is new
   */
  private PreparedRelation prepare(RelationSpec spec, SinkRecovery recovery) {
    RelationMetrics metrics = new RelationMetrics();
    if (spec instanceof RelationSpec.Source source) {
      RelationGraph graph = new RelationGraph(spec.id(), spec.name(), List.of());
      ReadClock readClock = new ReadClock(clock);
      RowTimes rowTimes =
          source.watermark() == null
              ? null
              : RowTimes.of(
                  source.watermark(),
                  spec.rowType(),
                  allocator,
                  metrics,
                  followsClock(source) ? readClock : null);
      return new PreparedRelation(
          spec, graph, open(source, readClock, metrics), null, metrics, null, rowTimes);
    }
    if (spec instanceof RelationSpec.Table table) {
      if (!table.options().isEmpty()) {
        throw new MillraceException(
            ErrorCode.UNSUPPORTED,
            "A table cannot be fed by a connector yet. Create a source, and a materialized view"
                + " over it.");
      }
      RelationGraph graph = translate(spec, planOf(table), List.of(), metrics);
      return new PreparedRelation(spec, graph, null, null, metrics, null);
    }
    if (spec instanceof RelationSpec.View view && view.lateRowsOf().isPresent()) {
      RelationGraph nothing = new RelationGraph(spec.id(), spec.name(), List.of());
      return new PreparedRelation(spec, nothing, null, null, metrics, null);
    }
    if (spec instanceof RelationSpec.View view) {
      RelationGraph graph = translate(spec, view.plan(), List.of(), metrics);
      return new PreparedRelation(spec, graph, null, null, metrics, null);
    }
    return prepareSink((RelationSpec.Sink) spec, recovery, metrics);
  }

  private PreparedRelation prepareSink(
      RelationSpec.Sink spec, SinkRecovery recovery, RelationMetrics metrics) {
    Sink sink = openSink(spec, recovery == null ? 0 : recovery.newest());
    List<SinkWriter> writers = new ArrayList<>();
    try {
      if (recovery != null) {
        if (recovery.newest() > recovery.restored()) {
          sink.takeBack(recovery.restored(), recovery.newest());
        }
        sink.commit(recovery.committables());
        sink.discardUncommitted();
      }
      for (int worker = 0; worker < workers; worker++) {
        writers.add(sink.openWriter(worker, workers));
      }
      RelationGraph graph = translate(spec, spec.plan(), writers, metrics);
      return new PreparedRelation(spec, graph, null, sink, metrics, null);
    } catch (RuntimeException e) {
      writers.forEach(SinkWriter::close);
      sink.close();
      throw e;
    }
  }

  private Sink openSink(RelationSpec.Sink spec, long newestCheckpoint) {
    ExecNode.SinkWrite root = (ExecNode.SinkWrite) spec.plan().root();
    SinkConnector connector = connectors.sink(spec.options());
    DeliveryGuarantee kept = guarantee.of(spec);
    Sink sink = connector.open(spec, root.changelog(), Connectors.sinkOptions(spec.options()));
    return kept == DeliveryGuarantee.AT_LEAST_ONCE
        ? new EagerSink(sink, spec.name(), newestCheckpoint)
        : sink;
  }

  private RelationGraph translate(
      RelationSpec spec, ExecPlan plan, List<SinkWriter> writers, RelationMetrics metrics) {
    return translator.translate(
        plan, new TranslationContext(spec.id(), spec.name(), writers, metrics));
  }

  private Source open(RelationSpec.Source spec, ReadClock readClock, RelationMetrics metrics) {
    Path directory = sourcesDirectory.resolve(Long.toString(spec.id()));
    try {
      fileSystem.createDirectories(directory);
    } catch (IOException e) {
      throw FileErrors.of("create " + directory, e);
    }
    Source opened =
        connectors
            .source(spec.options())
            .open(
                ComputedSource.read(spec),
                Connectors.sourceOptions(spec.options()),
                new SourceContext(clock, allocator, metrics, directory));
    return ComputedSource.of(spec, opened, readClock, allocator, metrics);
  }

  /** Whether the watermark is computed of nothing but the times at which rows are read. */
  private static boolean followsClock(RelationSpec.Source source) {
    List<Integer> inputs = RowTimes.columns(source.watermark());
    return !inputs.isEmpty()
        && inputs.stream()
            .allMatch(
                input ->
                    source.computed().stream()
                        .anyMatch(
                            column -> column.column() == input && column.expression() == null));
  }

  /** The plan whose root keeps the content of a table or view. */
  public static ExecPlan contentPlan(RelationSpec relation) {
    return relation instanceof RelationSpec.Table table
        ? planOf(table)
        : ((RelationSpec.View) relation).plan();
  }

  /** A table as a plan: its own changes, by primary key or by all columns, materialized. */
  private static ExecPlan planOf(RelationSpec.Table table) {
    List<Integer> all = IntStream.range(0, table.rowType().size()).boxed().toList();
    boolean bag = table.primaryKey().isEmpty();
    List<Integer> key = bag ? all : table.primaryKey();
    ChangelogMode mode = ChangelogMode.RETRACT;
    return new ExecPlan(
        ExecPlan.VERSION,
        List.of(
            new ExecNode.RelationScan(0, table.id(), all, table.rowType(), mode),
            new ExecNode.Exchange(1, 0, key, table.rowType(), mode),
            new ExecNode.Materialize(2, 1, table.id(), key, bag, table.rowType(), mode)));
  }
}

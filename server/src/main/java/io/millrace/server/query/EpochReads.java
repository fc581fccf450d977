package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.planner.adhoc.ScanRequest;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the engine's rows, as long as they are wanted. */
final class EpochReads {
  private static final long CHECK_MILLIS = 20;

  private EpochReads() {}

  /**
   * Reads what scans ask for: all that is read as of now at one epoch, and the rest as of its
   * savepoints.
   *
   * @param parameters of the query
   * @return the answers to the scans that read no system relation, in their order; null for none
   */
  static EpochRead read(
      Engine engine, List<ScanRequest> scans, List<Object> parameters, Cancellation cancellation) {
    cancellation.check();
    Map<Optional<String>, List<ScanRequest>> times = new LinkedHashMap<>();
    for (ScanRequest scan : scans) {
      if (scan.relation().isPresent()) {
        times.computeIfAbsent(scan.savepoint(), time -> new ArrayList<>()).add(scan);
      }
    }
    if (times.isEmpty()) {
      return null;
    }
    Map<ScanRequest, RelationRows> answers = new IdentityHashMap<>();
    List<EpochRead> parts = new ArrayList<>();
    long epoch = 0;
    boolean complete = false;
    try {
      for (Map.Entry<Optional<String>, List<ScanRequest>> time : times.entrySet()) {
        EpochRead read = read(engine, time.getKey(), time.getValue(), parameters, cancellation);
        parts.add(read);
        epoch = Math.max(epoch, read.epoch());
        for (int i = 0; i < time.getValue().size(); i++) {
          answers.put(time.getValue().get(i), read.rows(i));
        }
      }
      complete = true;
    } finally {
      if (!complete) {
        parts.forEach(EpochRead::close);
      }
    }
    List<RelationRows> ordered = new ArrayList<>();
    scans.stream().filter(answers::containsKey).map(answers::get).forEach(ordered::add);
    return new EpochRead(epoch, ordered, () -> parts.forEach(EpochRead::close));
  }

  private static EpochRead read(
      Engine engine,
      Optional<String> savepoint,
      List<ScanRequest> scans,
      List<Object> parameters,
      Cancellation cancellation) {
    List<RelationSpec> relations = new ArrayList<>();
    List<ReadRequest> requests = new ArrayList<>();
    for (ScanRequest scan : scans) {
      RelationSpec relation = spec(scan.relation().orElseThrow());
      relations.add(relation);
      requests.add(new ReadRequest(relation.id(), scan.columns(), scan.keys(parameters)));
    }
    return savepoint.isPresent()
        ? engine.readSavepoint(savepoint.get(), relations, requests)
        : read(engine, requests, cancellation);
  }

  private static RelationSpec spec(CatalogRelation relation) {
    return relation instanceof CatalogRelation.Table table
        ? table.spec()
        : ((CatalogRelation.MaterializedView) relation).spec();
  }

  private static EpochRead read(
      Engine engine, List<ReadRequest> requests, Cancellation cancellation) {
    CompletableFuture<EpochRead> answer = engine.readAsync(requests);
    while (true) {
      try {
        return answer.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (cancellation.isCancelled() && answer.cancel(false)) {
          cancellation.check();
        }
      } catch (InterruptedException e) {
        if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
          answer.join().close();
        }
        Thread.currentThread().interrupt();
        throw new MillraceException(ErrorCode.CANCELLED, "Waiting was interrupted.", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof MillraceException known) {
          throw known;
        }
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR, "The engine failed: " + e.getCause(), e.getCause());
      }
    }
  }
}

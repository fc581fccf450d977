package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.engine.Engine;
import io.millrace.parser.ddl.SqlDropObject;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Changes the catalog and the engine together. Thread-safe; readers of the catalog never wait.
 *
 * <p>A relation comes into the catalog when the engine has it whole, and goes out of the catalog
 * before the engine forgets it. A crash in between leaves the engine with a relation that the
 * catalog does not know, which it throws away when it is opened again.
 */
final class SchemaChanges {
  private static final long POLL_MILLIS = 20;

  private final Catalog catalog;
  private final Engine engine;

  /** Held while a change is planned or made, not while the engine fills a new relation. */
  private final ReentrantLock lock = new ReentrantLock();

  /** By name, what the engine is filling now. */
  private final Map<String, CatalogEntry> underway = new LinkedHashMap<>();

  /** How many statements have the engine drop relations now. */
  private int removals;

  SchemaChanges(Catalog catalog, Engine engine) {
    this.catalog = catalog;
    this.engine = engine;
  }

  /** Creates a relation, and returns when it can be read. If it throws nothing is left. */
  void create(Definition definition, AtomicBoolean cancelled) {
    String name = MillracePlanner.relationName(definition.name());
    CatalogEntry entry;
    lock(cancelled);
    try {
      if (isThere(name, definition)) {
        return;
      }
      entry = definition.plan(catalog.snapshot(), catalog::newId);
      underway.put(name, entry);
    } finally {
      lock.unlock();
    }
    try {
      if (entry.spec().isPresent()) {
        new RelationCreation(engine, entry.spec().get()).run(cancelled);
      }
      publish(entry);
    } finally {
      lock.lock();
      underway.remove(name);
      lock.unlock();
    }
  }

  private boolean isThere(String name, Definition definition) {
    CatalogEntry there = catalog.snapshot().entry(name).orElse(null);
    boolean created = there == null && underway.containsKey(name);
    if (there == null && !created) {
      return false;
    }
    if (there != null && definition.ifNotExists() && Kinds.of(there) == definition.kind()) {
      return true;
    }
    throw Names.error(
        ErrorCode.DUPLICATE_RELATION,
        definition.name(),
        created
            ? "'" + name + "' is being created by another statement"
            : "there is already a " + there.relation().kind() + " '" + name + "'");
  }

  private void publish(CatalogEntry entry) {
    boolean published = false;
    lock.lock();
    try {
      catalog.add(entry);
      published = true;
    } finally {
      lock.unlock();
      if (!published) {
        entry.spec().ifPresent(spec -> engine.drop(spec.id()));
      }
    }
  }

  /** Drops a relation, and with CASCADE those that read it; returns when nothing is left. */
  void drop(SqlDropObject statement, AtomicBoolean cancelled) {
    String name = MillracePlanner.relationName(statement.name());
    List<CatalogEntry> dropped = new ArrayList<>();
    lock(cancelled);
    try {
      CatalogSnapshot snapshot = catalog.snapshot();
      CatalogEntry entry = snapshot.entry(name).orElse(null);
      if (entry == null) {
        if (!statement.ifExists() || underway.containsKey(name)) {
          throw unknown(name, statement, snapshot);
        }
        return;
      }
      checkKind(entry, statement);
      List<CatalogEntry> dependents = snapshot.dependents(Set.of(name));
      checkDependents(entry, dependents, statement);
      dropped.add(entry);
      dropped.addAll(dependents);
      catalog.remove(dropped.stream().map(CatalogEntry::name).toList());
      removals++;
    } finally {
      lock.unlock();
    }
    try {
      // Readers before what they read.
      for (int i = dropped.size() - 1; i >= 0; i--) {
        dropped.get(i).spec().map(RelationSpec::id).ifPresent(engine::drop);
      }
    } finally {
      lock.lock();
      removals--;
      lock.unlock();
    }
  }

  /**
   * Does something while no relation is created or dropped; those who want to wait.
   *
   * @param change gets all relations of the engine, in the order of their creation
   */
  void whileNothingChanges(AtomicBoolean cancelled, Consumer<List<RelationSpec>> change) {
    lock(cancelled);
    try {
      if (!underway.isEmpty() || removals > 0) {
        throw new MillraceException(
            ErrorCode.INVALID_STATEMENT,
            underway.isEmpty()
                ? "A relation is being dropped. Try again when it is gone."
                : "The "
                    + describe(underway.values())
                    + " is being created. Try again when that is done, or cancel it.");
      }
      change.accept(catalog.snapshot().specs());
    } finally {
      lock.unlock();
    }
  }

  private MillraceException unknown(
      String name, SqlDropObject statement, CatalogSnapshot snapshot) {
    if (underway.containsKey(name)) {
      return Names.error(
          ErrorCode.INVALID_STATEMENT,
          statement.name(),
          "'" + name + "' is being created; cancel that statement instead");
    }
    List<String> ofKind =
        snapshot.entries().stream()
            .filter(entry -> Kinds.of(entry) == statement.kind())
            .map(CatalogEntry::name)
            .toList();
    return Names.unknown(statement.name(), Kinds.word(statement.kind()), ofKind);
  }

  private static void checkKind(CatalogEntry entry, SqlDropObject statement) {
    if (Kinds.of(entry) != statement.kind()) {
      throw Names.error(
          ErrorCode.WRONG_RELATION_KIND,
          statement.name(),
          "'"
              + entry.name()
              + "' is a "
              + entry.relation().kind()
              + ", not a "
              + Kinds.word(statement.kind())
              + "; write DROP "
              + Kinds.of(entry).words());
    }
  }

  private void checkDependents(
      CatalogEntry entry, List<CatalogEntry> dependents, SqlDropObject statement) {
    Set<String> names = new HashSet<>();
    names.add(entry.name());
    dependents.forEach(dependent -> names.add(dependent.name()));
    for (CatalogEntry created : underway.values()) {
      if (created.reads().stream().anyMatch(names::contains)) {
        throw Names.error(
            ErrorCode.DEPENDENT_OBJECTS,
            statement.name(),
            "'"
                + entry.name()
                + "' is read by the "
                + describe(List.of(created))
                + ", which is being created; cancel that statement first");
      }
    }
    if (!dependents.isEmpty() && !statement.cascade()) {
      throw Names.error(
          ErrorCode.DEPENDENT_OBJECTS,
          statement.name(),
          "'"
              + entry.name()
              + "' is read by the "
              + describe(dependents)
              + "; drop them first, or all together by DROP … CASCADE");
    }
  }

  private static String describe(Collection<CatalogEntry> entries) {
    return entries.stream()
        .map(entry -> entry.relation().kind() + " '" + entry.name() + "'")
        .collect(Collectors.joining(", "));
  }

  private void lock(AtomicBoolean cancelled) {
    try {
      while (!lock.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (cancelled.get()) {
          throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "The statement was interrupted.", e);
    }
  }
}

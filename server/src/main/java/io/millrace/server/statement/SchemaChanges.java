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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
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
import org.apache.calcite.sql.SqlIdentifier;

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

  /**
   * Creates a relation with those that it owns, and returns when they can be read. If it throws
   * nothing is left.
   */
  void create(Definition definition, AtomicBoolean cancelled) {
    String name = MillracePlanner.relationName(definition.name());
    List<CatalogEntry> entries;
    lock(cancelled);
    try {
      if (isThere(name, definition)) {
        return;
      }
      for (SqlIdentifier owned : definition.owned()) {
        checkFree(owned, name);
      }
      entries = definition.plan(catalog.snapshot(), catalog::newId);
      entries.forEach(entry -> underway.put(entry.name(), entry));
    } finally {
      lock.unlock();
    }
    try {
      run(entries, cancelled);
    } finally {
      lock.lock();
      entries.forEach(entry -> underway.remove(entry.name()));
      lock.unlock();
    }
  }

  private boolean isThere(String name, Definition definition) {
    CatalogEntry there = catalog.snapshot().entry(name).orElse(null);
    if (there != null && definition.ifNotExists() && Kinds.of(there) == definition.kind()) {
      return true;
    }
    checkFree(definition.name(), null);
    return false;
  }

  /**
   * @param taken by the statement itself, or null
   */
  private void checkFree(SqlIdentifier name, String taken) {
    String text = MillracePlanner.relationName(name);
    CatalogEntry there = catalog.snapshot().entry(text).orElse(null);
    if (there != null) {
      throw Names.error(
          ErrorCode.DUPLICATE_RELATION,
          name,
          "there is already a " + there.relation().kind() + " '" + text + "'");
    }
    if (underway.containsKey(text)) {
      throw Names.error(
          ErrorCode.DUPLICATE_RELATION,
          name,
          "'" + text + "' is being created by another statement");
    }
    if (text.equals(taken)) {
      throw Names.error(
          ErrorCode.DUPLICATE_RELATION,
          name,
          "'" + text + "' would be two relations; give each a name of its own");
    }
  }

  /** Has the engine run relations, each after what it reads, then publishes them. */
  private void run(List<CatalogEntry> entries, AtomicBoolean cancelled) {
    Deque<RelationSpec> created = new ArrayDeque<>();
    boolean published = false;
    try {
      for (CatalogEntry entry : entries) {
        if (entry.spec().isPresent()) {
          new RelationCreation(engine, entry.spec().get()).run(cancelled);
          created.push(entry.spec().get());
        }
      }
      lock.lock();
      try {
        catalog.add(entries);
        published = true;
      } finally {
        lock.unlock();
      }
    } finally {
      if (!published) {
        created.forEach(spec -> engine.drop(spec.id()));
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
      if (entry.isOwned()) {
        throw Names.error(
            ErrorCode.DEPENDENT_OBJECTS,
            statement.name(),
            "'"
                + name
                + "' has the late rows of the materialized view '"
                + entry.reads().get(0)
                + "' and is dropped with it");
      }
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
    List<CatalogEntry> readers =
        dependents.stream().filter(dependent -> !dependent.isOwned()).toList();
    if (!readers.isEmpty() && !statement.cascade()) {
      throw Names.error(
          ErrorCode.DEPENDENT_OBJECTS,
          statement.name(),
          "'"
              + entry.name()
              + "' is read by the "
              + describe(readers)
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

package io.millrace.server.catalog;

import io.millrace.core.plan.RelationSpec;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The catalog at one moment; immutable. */
public final class CatalogSnapshot implements CatalogReader {
  private final long version;
  private final Map<String, CatalogEntry> entries = new LinkedHashMap<>();

  /**
   * @param version grows with every change
   * @param entries in the order of their creation
   */
  public CatalogSnapshot(long version, Collection<CatalogEntry> entries) {
    this.version = version;
    entries.forEach(entry -> this.entries.put(entry.name(), entry));
  }

  /**
   * The catalog that a savepoint holds.
   *
   * @param definitions as {@link Catalog#definitions} gave them
   * @throws io.millrace.core.error.MillraceException if they are of another version
   */
  public static CatalogSnapshot of(String definitions) {
    return Catalog.snapshot(Catalog.parse(definitions));
  }

  public long version() {
    return version;
  }

  /** All relations, in the order of their creation. */
  public List<CatalogEntry> entries() {
    return List.copyOf(entries.values());
  }

  public Optional<CatalogEntry> entry(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  /** The relations that read one of these, themselves or through others; oldest first. */
  public List<CatalogEntry> dependents(Set<String> names) {
    Set<String> reached = new HashSet<>(names);
    List<CatalogEntry> found = new ArrayList<>();
    // What reads a relation was created after it, so one pass in that order sees all.
    for (CatalogEntry entry : entries.values()) {
      if (!names.contains(entry.name()) && entry.reads().stream().anyMatch(reached::contains)) {
        reached.add(entry.name());
        found.add(entry);
      }
    }
    return found;
  }

  @Override
  public Optional<CatalogRelation> find(String name) {
    return entry(name).map(CatalogEntry::relation);
  }

  @Override
  public Collection<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** The relations that the engine has, in the order of their creation. */
  public List<RelationSpec> specs() {
    return entries().stream().map(CatalogEntry::spec).flatMap(Optional::stream).toList();
  }
}

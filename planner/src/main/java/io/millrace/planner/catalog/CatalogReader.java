package io.millrace.planner.catalog;

import java.util.Collection;
import java.util.Optional;

/**
 * What is there to be named in a query. One planning run sees one state of it: an implementation
 * hands out an immutable snapshot.
 */
public interface CatalogReader {
  /** The only schema of user relations. */
  String SCHEMA = "public";

  /** The relation with exactly this name. */
  Optional<CatalogRelation> find(String name);

  /** The names of all relations, for suggestions. */
  Collection<String> names();
}

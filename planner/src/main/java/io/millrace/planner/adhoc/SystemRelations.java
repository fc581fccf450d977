package io.millrace.planner.adhoc;

import io.millrace.core.type.RowType;
import java.util.Collection;
import java.util.Optional;

/** Relations outside the catalog, by which a database tells about itself. */
public interface SystemRelations {
  /** The names of their schemas. */
  Collection<String> schemas();

  /** The names of a schema's relations. */
  Collection<String> names(String schema);

  Optional<RowType> find(String schema, String name);
}

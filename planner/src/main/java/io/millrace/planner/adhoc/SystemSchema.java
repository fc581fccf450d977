package io.millrace.planner.adhoc;

import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;

/** A schema of system relations. */
final class SystemSchema extends AbstractSchema {
  private final String schema;
  private final SystemRelations system;

  SystemSchema(String schema, SystemRelations system) {
    this.schema = schema;
    this.system = system;
  }

  @Override
  public Lookup<Table> tables() {
    return new Lookup<>() {
      @Override
      public Table get(String name) {
        return system
            .find(schema, name)
            .map(rowType -> new ScanTable(schema, name, rowType, null, null))
            .orElse(null);
      }

      @Override
      public Named<Table> getIgnoreCase(String name) {
        Table table = get(name);
        return table == null ? null : new Named<>(name, table);
      }

      @Override
      public Set<String> getNames(LikePattern pattern) {
        Set<String> names = new TreeSet<>();
        system.names(schema).stream().filter(pattern.matcher()::apply).forEach(names::add);
        return names;
      }
    };
  }
}

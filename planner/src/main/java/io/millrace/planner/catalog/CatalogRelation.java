package io.millrace.planner.catalog;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import java.util.List;
import java.util.Map;

/** A relation as the planner knows it. */
public sealed interface CatalogRelation {
  String name();

  RowType rowType();

  /** What a user calls this kind of relation. */
  String kind();

  /** A stream. Its rows only ever come. */
  record Source(RelationSpec.Source spec) implements CatalogRelation {
    @Override
    public String name() {
      return spec.name();
    }

    @Override
    public RowType rowType() {
      return spec.rowType();
    }

    @Override
    public String kind() {
      return "source";
    }
  }

  /**
   * A stored table.
   *
   * @param defaults by column name, the SQL text of the value of a column that an INSERT leaves out
   */
  record Table(RelationSpec.Table spec, Map<String, String> defaults) implements CatalogRelation {
    public Table {
      defaults = Map.copyOf(defaults);
    }

    @Override
    public String name() {
      return spec.name();
    }

    @Override
    public RowType rowType() {
      return spec.rowType();
    }

    @Override
    public String kind() {
      return "table";
    }
  }

  /** A materialized view. */
  record MaterializedView(RelationSpec.View spec) implements CatalogRelation {
    @Override
    public String name() {
      return spec.name();
    }

    @Override
    public RowType rowType() {
      return spec.rowType();
    }

    @Override
    public String kind() {
      return "materialized view";
    }

    /** The columns by which its rows are distributed and kept, in order. */
    public List<Integer> key() {
      return materialize().key();
    }

    /** Whether rows may repeat, so that the key identifies no single row. */
    public boolean bag() {
      return materialize().bag();
    }

    private ExecNode.Materialize materialize() {
      return (ExecNode.Materialize) spec.plan().root();
    }
  }

  /**
   * A view that is not stored: a name for a query.
   *
   * @param sql the query's text, without CREATE VIEW
   */
  record LogicalView(String name, RowType rowType, String sql) implements CatalogRelation {
    @Override
    public String kind() {
      return "view";
    }
  }

  /** A sink, which only takes rows. */
  record Sink(RelationSpec.Sink spec) implements CatalogRelation {
    @Override
    public String name() {
      return spec.name();
    }

    @Override
    public RowType rowType() {
      return spec.rowType();
    }

    @Override
    public String kind() {
      return "sink";
    }
  }
}

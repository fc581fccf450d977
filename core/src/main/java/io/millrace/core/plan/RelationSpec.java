package io.millrace.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.RowType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A relation that an engine runs: what the catalog keeps of it and hands over. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "relation")
@JsonSubTypes({
  @JsonSubTypes.Type(value = RelationSpec.Source.class, name = "source"),
  @JsonSubTypes.Type(value = RelationSpec.Table.class, name = "table"),
  @JsonSubTypes.Type(value = RelationSpec.View.class, name = "materialized-view"),
  @JsonSubTypes.Type(value = RelationSpec.Sink.class, name = "sink")
})
public sealed interface RelationSpec {
  /** Given by the catalog, never used again for another relation. */
  long id();

  /** As users know it, for messages. */
  String name();

  RowType rowType();

  /**
   * A stream that is read by its connector and not stored.
   *
   * @param watermark a TIMESTAMP computed of each row: later rows hardly have earlier times; null
   *     for none
   * @param timeColumn the column that the watermark speaks of; null for none
   * @param computed the columns that are not the connector's, in their order
   */
  record Source(
      long id,
      String name,
      RowType rowType,
      Map<String, String> options,
      ScalarExpression watermark,
      String timeColumn,
      List<ComputedColumn> computed)
      implements RelationSpec {
    public Source {
      options = ordered(options);
      computed = computed == null ? List.of() : List.copyOf(computed);
    }

    /** Without a watermark. */
    public Source(long id, String name, RowType rowType, Map<String, String> options) {
      this(id, name, rowType, options, null, null, List.of());
    }

    /** The numbers of the columns that the connector reads. */
    public List<Integer> readColumns() {
      Set<Integer> others =
          computed.stream().map(ComputedColumn::column).collect(Collectors.toSet());
      return IntStream.range(0, rowType.size())
          .filter(column -> !others.contains(column))
          .boxed()
          .toList();
    }
  }

  /**
   * A stored table, changed by INSERT, UPDATE and DELETE or, with options, fed by a connector.
   *
   * @param primaryKey columns, empty for a table whose rows may repeat
   * @param options empty for a table without a connector
   */
  record Table(
      long id, String name, RowType rowType, List<Integer> primaryKey, Map<String, String> options)
      implements RelationSpec {
    public Table {
      primaryKey = List.copyOf(primaryKey);
      options = ordered(options);
    }
  }

  /**
   * A materialized view: its plan ends in a Materialize of this id. It may have another one, for
   * the view's late rows.
   */
  record View(long id, String name, RowType rowType, ExecPlan plan) implements RelationSpec {
    /** The view whose late rows these are, which keeps them; empty for any other view. */
    public OptionalLong lateRowsOf() {
      return plan.nodes().get(0) instanceof ExecNode.LateScan scan
          ? OptionalLong.of(scan.relationId())
          : OptionalLong.empty();
    }
  }

  /** A sink: its plan ends in a SinkWrite of this id. */
  record Sink(long id, String name, RowType rowType, ExecPlan plan, Map<String, String> options)
      implements RelationSpec {
    public Sink {
      options = ordered(options);
    }
  }

  /** The relations whose changes this one reads. */
  @JsonIgnore
  default List<Long> upstream() {
    ExecPlan plan =
        this instanceof View view ? view.plan() : this instanceof Sink sink ? sink.plan() : null;
    return plan == null
        ? List.of()
        : plan.nodes().stream()
            .flatMapToLong(
                node ->
                    node instanceof ExecNode.RelationScan scan
                        ? LongStream.of(scan.relationId())
                        : node instanceof ExecNode.LateScan late
                            ? LongStream.of(late.relationId())
                            : LongStream.empty())
            .distinct()
            .boxed()
            .toList();
  }

  private static Map<String, String> ordered(Map<String, String> options) {
    return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }
}

package io.millrace.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import java.util.List;

/**
 * A node of a physical plan. Nodes are numbered from 0 inside their plan, and inputs are named by
 * number. Adding an operator means: a record here, a translator in the planner, an operator in the
 * executor.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "node")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ExecNode.RelationScan.class, name = "scan"),
  @JsonSubTypes.Type(value = ExecNode.Values.class, name = "values"),
  @JsonSubTypes.Type(value = ExecNode.Calc.class, name = "calc"),
  @JsonSubTypes.Type(value = ExecNode.Exchange.class, name = "exchange"),
  @JsonSubTypes.Type(value = ExecNode.GroupAggregate.class, name = "group-aggregate"),
  @JsonSubTypes.Type(value = ExecNode.Join.class, name = "join"),
  @JsonSubTypes.Type(value = ExecNode.Rank.class, name = "rank"),
  @JsonSubTypes.Type(value = ExecNode.SessionWindow.class, name = "session-window"),
  @JsonSubTypes.Type(value = ExecNode.LateFilter.class, name = "late-filter"),
  @JsonSubTypes.Type(value = ExecNode.LateRows.class, name = "late-rows"),
  @JsonSubTypes.Type(value = ExecNode.LateScan.class, name = "late-scan"),
  @JsonSubTypes.Type(value = ExecNode.UnionAll.class, name = "union-all"),
  @JsonSubTypes.Type(value = ExecNode.Materialize.class, name = "materialize"),
  @JsonSubTypes.Type(value = ExecNode.SinkWrite.class, name = "sink")
})
public sealed interface ExecNode {
  /** This node's number in its plan. */
  int id();

  /** The rows it puts out. */
  RowType rowType();

  /** What its output rows mean. */
  ChangelogMode changelog();

  /** The numbers of the nodes it reads, in order; each is lower than its own. */
  @JsonIgnore
  List<Integer> inputs();

  /**
   * Reads a source's stream, or the changes of a table or materialized view (first its content).
   *
   * @param relationId of a source, table or materialized view
   * @param columns which of the relation's columns, in this order
   */
  record RelationScan(
      int id, long relationId, List<Integer> columns, RowType rowType, ChangelogMode changelog)
      implements ExecNode {
    public RelationScan {
      columns = List.copyOf(columns);
    }

    @Override
    public List<Integer> inputs() {
      return List.of();
    }
  }

  /**
   * Constant rows, each put out once.
   *
   * @param rows expressions without inputs, a list for each row
   */
  record Values(int id, List<List<ScalarExpression>> rows, RowType rowType) implements ExecNode {
    public Values {
      rows = rows.stream().map(List::copyOf).toList();
    }

    @Override
    public ChangelogMode changelog() {
      return ChangelogMode.APPEND;
    }

    @Override
    public List<Integer> inputs() {
      return List.of();
    }
  }

  /**
   * Filters and projects.
   *
   * @param condition a BOOLEAN that must be TRUE for a row to pass, or null
   * @param projections the output columns
   */
  record Calc(
      int id,
      int input,
      ScalarExpression condition,
      List<ScalarExpression> projections,
      RowType rowType,
      ChangelogMode changelog)
      implements ExecNode {
    public Calc {
      projections = List.copyOf(projections);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Moves each row to the worker that owns its key.
   *
   * @param keys the columns that are hashed; empty: all rows go to one worker
   */
  record Exchange(int id, int input, List<Integer> keys, RowType rowType, ChangelogMode changelog)
      implements ExecNode {
    public Exchange {
      keys = List.copyOf(keys);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Groups rows; puts out the group's columns, then the aggregates.
   *
   * @param groupKeys input columns; empty for one group over all rows, which exists without rows
   *     too
   * @param aggregates may be empty (DISTINCT)
   * @param inputAppendOnly whether no input row is ever taken back
   * @param changelog RETRACT (before and after image) or UPSERT (keyed by the group's columns);
   *     APPEND when groups are put out once
   * @param closing the group's column (its number in the input) by which a group is put out, once,
   *     when it is past; null for groups that are put out whenever they change
   */
  record GroupAggregate(
      int id,
      int input,
      List<Integer> groupKeys,
      List<AggregateCall> aggregates,
      boolean inputAppendOnly,
      RowType rowType,
      ChangelogMode changelog,
      EventTime closing)
      implements ExecNode {
    public GroupAggregate {
      groupKeys = List.copyOf(groupKeys);
      aggregates = List.copyOf(aggregates);
    }

    /** With groups that are put out whenever they change. */
    public GroupAggregate(
        int id,
        int input,
        List<Integer> groupKeys,
        List<AggregateCall> aggregates,
        boolean inputAppendOnly,
        RowType rowType,
        ChangelogMode changelog) {
      this(id, input, groupKeys, aggregates, inputAppendOnly, rowType, changelog, null);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Joins two inputs that are distributed by their keys.
   *
   * @param leftKeys input columns; empty: every row meets every other, on one worker
   * @param rightKeys as many, of the same kinds of types
   * @param nullKeysMatch for each key whether NULL is equal to NULL; otherwise a row with NULL
   *     matches nothing
   * @param condition a BOOLEAN over the left and then the right columns that must be TRUE for two
   *     rows with equal keys to match, or null
   * @param columns which of the left and then the right columns are put out, in this order; SEMI
   *     and ANTI have no right ones
   * @param changelog APPEND (rows come as often as they are there, without weights) or RETRACT
   * @param leftPast when no row comes any more that matches a left row: then it is forgotten; null
   *     to keep them. Only of an INNER join of rows that only come
   * @param rightPast the same for right rows; null if {@code leftPast} is
   */
  record Join(
      int id,
      int left,
      int right,
      JoinKind kind,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> nullKeysMatch,
      ScalarExpression condition,
      List<Integer> columns,
      RowType rowType,
      ChangelogMode changelog,
      EventTime leftPast,
      EventTime rightPast)
      implements ExecNode {
    public Join {
      leftKeys = List.copyOf(leftKeys);
      rightKeys = List.copyOf(rightKeys);
      nullKeysMatch = List.copyOf(nullKeysMatch);
      columns = List.copyOf(columns);
      if (leftKeys.size() != rightKeys.size() || leftKeys.size() != nullKeysMatch.size()) {
        throw new IllegalArgumentException(leftKeys + " = " + rightKeys + ": " + nullKeysMatch);
      }
    }

    /** With rows that are kept as long as they are there. */
    public Join(
        int id,
        int left,
        int right,
        JoinKind kind,
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        List<Boolean> nullKeysMatch,
        ScalarExpression condition,
        List<Integer> columns,
        RowType rowType,
        ChangelogMode changelog) {
      this(
          id,
          left,
          right,
          kind,
          leftKeys,
          rightKeys,
          nullKeysMatch,
          condition,
          columns,
          rowType,
          changelog,
          null,
          null);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Numbers the rows of each partition, which are together on one worker, and puts out those whose
   * number is in a range. Rows that sort equal and are different are in a fixed order: that of
   * their other columns.
   *
   * @param partitionKeys input columns; empty: all rows are one partition
   * @param order the columns that rows are sorted by; may be empty
   * @param from the first number that is put out, from 1
   * @param to the last one; {@link Long#MAX_VALUE} for no bound
   * @param rankProjected whether the number is put out too, behind the input's columns
   * @param inputAppendOnly whether no input row is ever taken back
   * @param changelog RETRACT; APPEND when partitions are put out once
   * @param closing the partition's column by which a partition is put out, once, when it is past;
   *     null for rows that are put out whenever they change
   */
  record Rank(
      int id,
      int input,
      RankFunction function,
      List<Integer> partitionKeys,
      List<SortColumn> order,
      long from,
      long to,
      boolean rankProjected,
      boolean inputAppendOnly,
      RowType rowType,
      ChangelogMode changelog,
      EventTime closing)
      implements ExecNode {
    public Rank {
      partitionKeys = List.copyOf(partitionKeys);
      order = List.copyOf(order);
    }

    /** With rows that are put out whenever they change. */
    public Rank(
        int id,
        int input,
        RankFunction function,
        List<Integer> partitionKeys,
        List<SortColumn> order,
        long from,
        long to,
        boolean rankProjected,
        boolean inputAppendOnly,
        RowType rowType,
        ChangelogMode changelog) {
      this(
          id,
          input,
          function,
          partitionKeys,
          order,
          from,
          to,
          rankProjected,
          inputAppendOnly,
          rowType,
          changelog,
          null);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Gives each row the window of its session. Rows of a partition, which are together on one
   * worker, are in one session if others of it are between them without a longer gap. Rows whose
   * time is NULL are in none.
   *
   * @param partitionKeys input columns; empty: all rows are one partition
   * @param timeColumn a TIMESTAMP column of the input, none of the partition's
   * @param gapMillis the most time between a row of a session and the next one, at least 1
   * @param columns which of the input's columns are put out, in this order; then come the time of
   *     the session's first row and, a gap behind its last row, its end
   * @param inputAppendOnly whether no input row is ever taken back
   * @param changelog RETRACT; APPEND when sessions are put out once
   * @param closing the time column, if a session's rows are put out, once, when its end is past;
   *     null for rows that are put out whenever they change
   */
  record SessionWindow(
      int id,
      int input,
      List<Integer> partitionKeys,
      int timeColumn,
      long gapMillis,
      List<Integer> columns,
      boolean inputAppendOnly,
      RowType rowType,
      ChangelogMode changelog,
      EventTime closing)
      implements ExecNode {
    public SessionWindow {
      partitionKeys = List.copyOf(partitionKeys);
      columns = List.copyOf(columns);
    }

    /** With rows that are put out whenever they change. */
    public SessionWindow(
        int id,
        int input,
        List<Integer> partitionKeys,
        int timeColumn,
        long gap,
        List<Integer> columns,
        boolean inputAppendOnly,
        RowType rowType,
        ChangelogMode changelog) {
      this(
          id,
          input,
          partitionKeys,
          timeColumn,
          gap,
          columns,
          inputAppendOnly,
          rowType,
          changelog,
          null);
    }

    /** The gap in the unit of the time column, which is that of a window's bounds too. */
    public long gap() {
      DataType bound = rowType.type(rowType.size() - 1);
      return TimestampUnit.of(bound).ofMillis(gapMillis);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Drops rows that come too late: those whose time was past before their epoch. Without such rows
   * whatever acts on the watermark behind it never sees a time again that it is done with.
   */
  record LateFilter(int id, int input, EventTime time, RowType rowType) implements ExecNode {
    @Override
    public ChangelogMode changelog() {
      return ChangelogMode.APPEND;
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * Puts out the rows that a {@link LateFilter} by the same time, of the same rows, drops.
   *
   * @param columns which of the input's columns are put out, in this order
   */
  record LateRows(int id, int input, EventTime time, List<Integer> columns, RowType rowType)
      implements ExecNode {
    public LateRows {
      columns = List.copyOf(columns);
    }

    @Override
    public ChangelogMode changelog() {
      return ChangelogMode.APPEND;
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /**
   * The late rows of a view, which its own plan materializes under the id of the relation that has
   * this node. That relation runs nothing.
   *
   * @param relationId of the view
   */
  record LateScan(int id, long relationId, RowType rowType) implements ExecNode {
    @Override
    public ChangelogMode changelog() {
      return ChangelogMode.APPEND;
    }

    @Override
    public List<Integer> inputs() {
      return List.of();
    }
  }

  /** All rows of all inputs, which have equal types. */
  record UnionAll(int id, List<Integer> inputs, RowType rowType, ChangelogMode changelog)
      implements ExecNode {
    public UnionAll {
      inputs = List.copyOf(inputs);
    }

    @Override
    @JsonIgnore(false)
    public List<Integer> inputs() {
      return inputs;
    }
  }

  /**
   * Keeps the content of a materialized view for readers. The input is distributed by the key.
   *
   * @param relationId of the materialized view
   * @param key columns that are unique; empty together with {@code bag} = false: at most one row
   * @param bag whether rows are counted because no key is known; then key is all columns
   */
  record Materialize(
      int id,
      int input,
      long relationId,
      List<Integer> key,
      boolean bag,
      RowType rowType,
      ChangelogMode changelog)
      implements ExecNode {
    public Materialize {
      key = List.copyOf(key);
    }

    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }

  /** Writes to a sink. */
  record SinkWrite(int id, int input, long relationId, RowType rowType, ChangelogMode changelog)
      implements ExecNode {
    @Override
    public List<Integer> inputs() {
      return List.of(input);
    }
  }
}

package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.core.plan.EventTime;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.expression.WindowBound;
import io.millrace.planner.physical.StreamCalc;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamLateFilter;
import io.millrace.planner.physical.StreamLateRows;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamScan;
import io.millrace.planner.physical.StreamUnionAll;
import io.millrace.planner.type.TypeConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Has the rows that come too late for the windows of a query put out, as their source has them: all
 * columns of the source go beside those that the query reads up to the filter of late rows.
 *
 * <pre>
 *   LateFilter(Exchange(Calc(Scan k, ts)))
 *   →  LateFilter(Calc k, end(Exchange(Calc k, end, k, ts, v (Scan k, ts, v))))
 *      and LateRows(the same Exchange)
 * </pre>
 *
 * Filters behind that one get what windows have put out, which is never late.
 */
final class LateRows {
  private static final String END = "window_end";
  private static final String START = "window_start";
  private static final String TIME = "window_time";

  private final SourcePosition position;
  private final RelDataTypeFactory types;
  private StreamLateRows found;

  /** The source whose rows may be late, once it is known. */
  private CatalogRelation source;

  /**
   * @param position where it is asked for, or null
   */
  LateRows(SourcePosition position, RelDataTypeFactory types) {
    this.position = position;
    this.types = types;
  }

  /**
   * The rows that are on time.
   *
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if those that are not cannot be put out
   */
  StreamNode filter(StreamNode input, EventTime time) {
    if (isFiltered(input)) {
      return new StreamLateFilter(input, time);
    }
    int width = input.rowType().size();
    StreamNode both = beside(widened(input));
    String bound = isOfSource(input, time.column()) ? null : bound(input, time.column());
    StreamLateRows late = of(both, width, time, bound);
    if (found != null && !found.equals(late)) {
      throw refusal("has windows over several queries or with several times");
    }
    found = late;
    return new StreamLateFilter(
        new StreamCalc(both, null, references(both, 0, width), input.rowType()), time);
  }

  /**
   * The late rows of a whole query.
   *
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if it has none
   */
  StreamLateRows found() {
    if (found == null) {
      throw refusal("has no windows over one source, but a join");
    }
    return found;
  }

  /**
   * @param name of the bound of a window that is the time, or null
   */
  private StreamLateRows of(StreamNode both, int width, EventTime time, String name) {
    List<Integer> columns =
        new ArrayList<>(IntStream.range(width, both.rowType().size()).boxed().toList());
    List<Column> named = new ArrayList<>(source.rowType().columns());
    if (name != null) {
      if (named.stream().anyMatch(column -> column.name().equals(name))) {
        throw refusal("reads a source that has a column '" + name + "' itself");
      }
      columns.add(time.column());
      named.add(new Column(name, both.rowType().type(time.column())));
    }
    return new StreamLateRows(both, time, columns, new RowType(named));
  }

  private static boolean isFiltered(StreamNode node) {
    return node instanceof StreamLateFilter
        || node.inputs().stream().anyMatch(LateRows::isFiltered);
  }

  /** Whether a column comes from the source as it is. */
  private static boolean isOfSource(StreamNode node, int column) {
    if (node instanceof StreamCalc calc) {
      return calc.projections().get(column) instanceof RexInputRef below
          && isOfSource(calc.input(), below.getIndex());
    }
    return node.inputs().stream().allMatch(input -> isOfSource(input, column));
  }

  /** Which bound of a window a column is. */
  private static String bound(StreamNode node, int column) {
    if (!(node instanceof StreamCalc calc)) {
      return bound(node.inputs().get(0), column);
    }
    RexNode expression = calc.projections().get(column);
    if (expression instanceof RexInputRef below) {
      return bound(calc.input(), below.getIndex());
    }
    WindowBound bound = WindowBound.of(expression).orElseThrow();
    boolean ofTime =
        bound.time() instanceof RexInputRef time && isOfSource(calc.input(), time.getIndex());
    return ofTime ? bound.shift() > 0 ? END : START : TIME;
  }

  /**
   * A node with more columns.
   *
   * @param columns where those are that it had before
   * @param first where those of the source begin
   */
  private record Widened(StreamNode node, List<Integer> columns, int first) {}

  private Widened widened(StreamNode node) {
    if (node instanceof StreamScan scan) {
      return widened(scan);
    }
    if (node instanceof StreamCalc calc) {
      return widened(calc);
    }
    int width = node.rowType().size();
    List<Integer> columns = IntStream.range(0, width).boxed().toList();
    if (node instanceof StreamExchange exchange) {
      StreamNode input = beside(widened(exchange.input()));
      return new Widened(new StreamExchange(input, exchange.keys()), columns, width);
    }
    if (node instanceof StreamUnionAll union) {
      List<StreamNode> inputs =
          union.inputs().stream().map(input -> beside(widened(input))).toList();
      RowType rowType = besides(union.rowType());
      return new Widened(new StreamUnionAll(inputs, rowType), columns, width);
    }
    throw refusal("has windows over more than the rows of one source");
  }

  private Widened widened(StreamScan scan) {
    if (source != null && !source.equals(scan.relation())) {
      throw refusal(
          "reads several sources: '" + source.name() + "' and '" + scan.relation().name() + "'");
    }
    source = scan.relation();
    return new Widened(StreamScan.all(scan.relation()), scan.columns(), 0);
  }

  private Widened widened(StreamCalc calc) {
    Widened input = widened(calc.input());
    RexShuttle shift =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(input.columns().get(ref.getIndex()), ref.getType());
          }
        };
    List<RexNode> projections = new ArrayList<>(shift.visitList(calc.projections()));
    projections.addAll(references(input.node(), input.first(), source.rowType().size()));
    RexNode condition = calc.condition() == null ? null : calc.condition().accept(shift);
    int width = calc.rowType().size();
    return new Widened(
        new StreamCalc(input.node(), condition, projections, besides(calc.rowType())),
        IntStream.range(0, width).boxed().toList(),
        width);
  }

  /** Its columns as before, then those of the source. */
  private StreamNode beside(Widened widened) {
    StreamNode node = widened.node();
    int width = widened.columns().size();
    if (widened.first() == width) {
      return node;
    }
    List<RexNode> projections =
        new ArrayList<>(widened.columns().stream().map(column -> reference(node, column)).toList());
    projections.addAll(references(node, widened.first(), source.rowType().size()));
    return new StreamCalc(
        node, null, projections, besides(node.rowType().project(widened.columns())));
  }

  private RowType besides(RowType rowType) {
    List<Column> columns = new ArrayList<>(rowType.columns());
    columns.addAll(source.rowType().columns());
    return new RowType(columns);
  }

  private List<RexNode> references(StreamNode node, int first, int count) {
    return IntStream.range(first, first + count).mapToObj(c -> reference(node, c)).toList();
  }

  private RexNode reference(StreamNode node, int column) {
    return new RexInputRef(column, TypeConverter.toRelDataType(node.rowType().type(column), types));
  }

  private MillraceException refusal(String what) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED, position, "not supported with late-rows: the query " + what, null);
  }
}

package io.millrace.server.dml;

import io.millrace.core.type.DataType;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlNode;

/** Expressions of one statement that a query computes, each by itself. Immutable. */
final class ComputedValues {
  /** Generated code has its limits. */
  private static final int EXPRESSIONS_AT_ONCE = 100;

  /** A query for some of the expressions, and which of the statement's parameters are its own. */
  private record Chunk(PlannedQuery query, List<Integer> parameters) {}

  private final List<Chunk> chunks = new ArrayList<>();
  private final List<DataType> types = new ArrayList<>();

  private ComputedValues() {}

  static ComputedValues plan(
      Collection<SqlNode> expressions, Queries queries, CatalogReader catalog) {
    ComputedValues values = new ComputedValues();
    List<SqlNode> rest = List.copyOf(expressions);
    while (!rest.isEmpty()) {
      int count = Math.min(rest.size(), EXPRESSIONS_AT_ONCE);
      List<Integer> parameters = new ArrayList<>();
      SqlNode select =
          SqlNodes.renumbered(SqlNodes.select(rest.subList(0, count), null, null), parameters);
      PlannedQuery query = queries.plan(select, catalog);
      values.chunks.add(new Chunk(query, List.copyOf(parameters)));
      for (int i = 0; i < count; i++) {
        values.types.add(query.rowType().type(i));
      }
      rest = rest.subList(count, rest.size());
    }
    return values;
  }

  /** The type of an expression. */
  DataType type(int place) {
    return types.get(place);
  }

  /** The types of the parameters that the expressions have, by their number in the statement. */
  Map<Integer, DataType> parameters() {
    Map<Integer, DataType> parameters = new HashMap<>();
    for (Chunk chunk : chunks) {
      for (int i = 0; i < chunk.parameters().size(); i++) {
        parameters.put(chunk.parameters().get(i), chunk.query().parameters().get(i));
      }
    }
    return parameters;
  }

  /** The values, in the order of the expressions. */
  Object[] compute(ChangeContext context) {
    List<Object> values = new ArrayList<>();
    for (Chunk chunk : chunks) {
      List<Object> own = new ArrayList<>();
      chunk.parameters().forEach(number -> own.add(context.parameters().get(number)));
      List<Object[]> rows =
          context
              .queries()
              .fetchAll(chunk.query(), own, context.cancelled(), context.user(), context.held());
      values.addAll(java.util.Arrays.asList(rows.get(0)));
    }
    return values.toArray();
  }

  /** The types of a statement's parameters in order, which are numbered without gaps. */
  static List<DataType> inOrder(Map<Integer, DataType> parameters) {
    return new TreeSet<>(parameters.keySet()).stream().map(parameters::get).toList();
  }
}

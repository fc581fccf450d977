package io.millrace.planner.equivalence;

import io.millrace.core.type.RowType;
import io.millrace.parser.MillraceParser;
import io.millrace.planner.UnlimitedMemory;
import io.millrace.planner.adhoc.AdHocPlanner;
import io.millrace.planner.adhoc.AdHocQuery;
import io.millrace.planner.adhoc.QueryInput;
import io.millrace.planner.adhoc.ScanRequest;
import io.millrace.planner.adhoc.SystemRelations;
import io.millrace.planner.catalog.CatalogReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;

/** Answers queries once, over rows that a function gives for the names of relations. */
final class AdHocAnswers {
  private static final AdHocPlanner PLANNER =
      new AdHocPlanner(
          new NoSystem(),
          savepoint -> {
            throw new IllegalStateException(savepoint);
          });

  private AdHocAnswers() {}

  static AdHocQuery plan(String sql, CatalogReader catalog) {
    return PLANNER.plan(MillraceParser.parseStatement(sql), catalog);
  }

  /** The rows of the answer, values separated by " | ". */
  static List<String> answer(AdHocQuery query, Function<String, List<Object[]>> content) {
    List<Enumerable<Object[]>> scans = new ArrayList<>();
    for (ScanRequest scan : query.scans()) {
      List<Object[]> rows =
          content.apply(scan.name()).stream().map(row -> project(row, scan.columns())).toList();
      scans.add(Linq4j.asEnumerable(rows));
    }
    QueryInput input =
        new QueryInput(scans, List.of(), new AtomicBoolean(), 0, "somebody", new UnlimitedMemory());
    return query.run(input).toList().stream().map(row -> text(row, query.rowType())).toList();
  }

  private static Object[] project(Object[] row, List<Integer> columns) {
    return columns.stream()
        .map(column -> row[column] instanceof byte[] bytes ? new ByteString(bytes) : row[column])
        .toArray();
  }

  static String text(Object[] row, RowType rowType) {
    return IntStream.range(0, row.length)
        .mapToObj(i -> CanonicalText.ofEngine(row[i], rowType.type(i)))
        .collect(Collectors.joining(" | "));
  }

  private record NoSystem() implements SystemRelations {
    @Override
    public Collection<String> schemas() {
      return List.of();
    }

    @Override
    public Collection<String> names(String schema) {
      return List.of();
    }

    @Override
    public Optional<RowType> find(String schema, String name) {
      return Optional.empty();
    }
  }
}

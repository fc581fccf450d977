package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.parser.ddl.SqlSavepointTime;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.catalog.CatalogSchema;
import io.millrace.planner.validate.Positions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;

/**
 * Lets a query read relations as of savepoints: {@code v FOR SYSTEM_TIME AS OF SAVEPOINT 's'}
 * becomes the relation {@code v} of a schema that has the relations of the savepoint. For one
 * query.
 */
final class SavepointTables extends SqlShuttle {
  private final Function<String, CatalogReader> savepoints;

  /** By name, those that the query reads. */
  private final Map<String, CatalogReader> read = new LinkedHashMap<>();

  SavepointTables(Function<String, CatalogReader> savepoints) {
    this.savepoints = savepoints;
  }

  /** The query with what it reads of savepoints by the names of their schemas. */
  SqlNode rewrite(SqlNode query) {
    return hasSnapshot(query) ? query.accept(this) : query;
  }

  private static boolean hasSnapshot(SqlNode query) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= call instanceof SqlSnapshot;
            return found[0] ? null : super.visit(call);
          }
        });
    return found[0];
  }

  /** Adds the schemas that the query names now. */
  void addSchemas(CalciteSchema root) {
    read.forEach(
        (savepoint, catalog) ->
            root.add(
                schema(savepoint),
                new CatalogSchema(
                    catalog,
                    relation ->
                        new ScanTable(
                            schema(savepoint),
                            relation.name(),
                            relation.rowType(),
                            relation,
                            savepoint))));
  }

  private static String schema(String savepoint) {
    return "savepoint '" + savepoint + "'";
  }

  @Override
  public SqlNode visit(SqlCall call) {
    return call instanceof SqlSnapshot snapshot ? table(snapshot) : super.visit(call);
  }

  private SqlNode table(SqlSnapshot snapshot) {
    if (!(snapshot.getPeriod() instanceof SqlSavepointTime time)) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          snapshot.getPeriod(),
          "not supported: FOR SYSTEM_TIME AS OF a time; what is kept of the past are savepoints:"
              + " FOR SYSTEM_TIME AS OF SAVEPOINT 'name'");
    }
    if (!(snapshot.getTableRef() instanceof SqlIdentifier identifier)) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          snapshot.getTableRef(),
          "not supported: FOR SYSTEM_TIME behind what is no table or materialized view");
    }
    boolean ours =
        identifier.isSimple()
            || identifier.names.size() == 2 && identifier.names.get(0).equals(CatalogReader.SCHEMA);
    if (!ours) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          identifier,
          "not supported: FOR SYSTEM_TIME behind '"
              + identifier
              + "', which tells about now; it can stand behind a table or materialized view");
    }
    String name = identifier.names.get(identifier.names.size() - 1);
    check(identifier, name, time.savepoint(), catalog(time));
    SqlParserPos position = identifier.getParserPosition();
    return new SqlIdentifier(
        List.of(schema(time.savepoint()), name), null, position, List.of(position, position));
  }

  private CatalogReader catalog(SqlSavepointTime time) {
    try {
      return read.computeIfAbsent(time.savepoint(), savepoints);
    } catch (MillraceException e) {
      throw new MillraceException(e.code(), Positions.of(time.name()), e.getMessage(), e);
    }
  }

  private static void check(
      SqlIdentifier identifier, String name, String savepoint, CatalogReader catalog) {
    CatalogRelation relation =
        catalog
            .find(name)
            .orElseThrow(
                () ->
                    Positions.error(
                        ErrorCode.UNKNOWN_RELATION,
                        identifier,
                        "the savepoint '"
                            + savepoint
                            + "' has no relation '"
                            + name
                            + "'; it has "
                            + String.join(", ", new TreeSet<>(catalog.names()))));
    if (relation instanceof CatalogRelation.LogicalView) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          identifier,
          "not supported: FOR SYSTEM_TIME behind the view '"
              + name
              + "', which is not materialized; write its query with FOR SYSTEM_TIME behind each"
              + " relation");
    }
  }
}

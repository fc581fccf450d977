package io.millrace.planner.api;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlColumn;
import io.millrace.parser.ddl.SqlCreateRelation;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlWatermark;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.convert.ScalarValidator;
import io.millrace.planner.translate.ExpressionGenerator;
import io.millrace.planner.type.MillraceTypeFactory;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.ColumnTypes;
import io.millrace.planner.validate.Positions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;

/** Columns, keys, defaults and watermarks of CREATE SOURCE and CREATE TABLE. */
final class Declarations {
  private Declarations() {}

  static RelationSpec.Source source(SqlCreateSource statement, long id) {
    ScalarValidator validator = new ScalarValidator();
    if (!statement.primaryKey().isEmpty()) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          statement.primaryKey().get(0),
          "a source has no PRIMARY KEY, because its rows only ever come; "
              + "CREATE TABLE keeps one row a key");
    }
    for (SqlColumn column : statement.columns()) {
      if (column.defaultValue() != null) {
        throw Positions.error(
            ErrorCode.UNSUPPORTED,
            column.defaultValue(),
            "a column of a source has no DEFAULT; replace NULL in the queries, by COALESCE");
      }
    }
    RowType read = rowType(statement, Set.of(), validator);
    ComputedColumns computed = ComputedColumns.of(statement.columns(), read, validator);
    RowType rowType = computed.rowType();
    ScalarExpression watermark =
        statement.watermark().map(declared -> watermark(declared, rowType, validator)).orElse(null);
    return new RelationSpec.Source(
        id,
        MillracePlanner.relationName(statement.name()),
        rowType,
        statement.optionMap(),
        watermark,
        statement.watermark().map(declared -> declared.column().getSimple()).orElse(null),
        computed.columns());
  }

  static CatalogRelation.Table table(SqlCreateTable statement, long id) {
    ScalarValidator validator = new ScalarValidator();
    for (SqlColumn column : statement.columns()) {
      if (column.computation() != null) {
        throw Positions.error(
            ErrorCode.UNSUPPORTED,
            column.computation(),
            "a table has no computed columns; compute them in a view, or in CREATE SOURCE");
      }
    }
    Set<String> keyNames = keyNames(statement);
    RowType rowType = rowType(statement, keyNames, validator);
    if (statement.watermark().isPresent()) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          statement.watermark().get(),
          "a table has no WATERMARK, because rows of any time may come, change and go; "
              + "CREATE SOURCE has one");
    }
    List<Integer> key = keyNames.stream().map(rowType::indexOf).toList();
    Map<String, String> defaults = new LinkedHashMap<>();
    for (int i = 0; i < rowType.size(); i++) {
      SqlColumn column = statement.columns().get(i);
      if (column.defaultValue() != null) {
        String sql = MillraceParser.toSql(column.defaultValue());
        validator.checkDefault(column.defaultValue(), rowType.column(i));
        defaults.put(rowType.column(i).name(), sql);
      }
    }
    return new CatalogRelation.Table(
        new RelationSpec.Table(
            id,
            MillracePlanner.relationName(statement.name()),
            rowType,
            key,
            statement.optionMap()),
        defaults);
  }

  private static Set<String> keyNames(SqlCreateRelation statement) {
    List<String> columns =
        statement.columns().stream().map(column -> column.name().getSimple()).toList();
    Set<String> names = new LinkedHashSet<>();
    for (SqlIdentifier name : statement.primaryKey()) {
      checkColumn(name, columns);
      if (!names.add(name.getSimple())) {
        throw Positions.error(
            ErrorCode.DUPLICATE_COLUMN,
            name,
            "column '" + name.getSimple() + "' stands twice in the primary key");
      }
    }
    return names;
  }

  private static void checkColumn(SqlIdentifier name, List<String> columns) {
    if (!columns.contains(name.getSimple())) {
      throw Positions.error(
          ErrorCode.UNKNOWN_COLUMN,
          name,
          "there is no column '"
              + name.getSimple()
              + "'"
              + Suggestions.closest(name.getSimple(), columns)
                  .map(found -> "; did you mean '" + found + "'?")
                  .orElse(""));
    }
  }

  /** The columns that are not computed. */
  private static RowType rowType(
      SqlCreateRelation statement, Set<String> keyNames, ScalarValidator validator) {
    List<Column> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (SqlColumn column : statement.columns()) {
      String name = column.name().getSimple();
      if (!seen.add(name)) {
        throw Positions.error(
            ErrorCode.DUPLICATE_COLUMN, column.name(), "there are two columns '" + name + "'");
      }
      if (column.computation() != null) {
        continue;
      }
      DataType type =
          ColumnTypes.of(column.type(), column.declaredNullable(), validator.validator());
      if (keyNames.contains(name)) {
        if (Boolean.TRUE.equals(column.declaredNullable())) {
          throw Positions.error(
              ErrorCode.INVALID_STATEMENT,
              column.name(),
              "column '" + name + "' is part of the primary key and cannot be NULL");
        }
        type = type.notNull();
      }
      columns.add(new Column(name, type));
    }
    return new RowType(columns);
  }

  private static ScalarExpression watermark(
      SqlWatermark watermark, RowType rowType, ScalarValidator validator) {
    List<String> columns = rowType.columns().stream().map(Column::name).toList();
    checkColumn(watermark.column(), columns);
    DataType type = rowType.type(rowType.indexOf(watermark.column().getSimple()));
    if (type.kind() != TypeKind.TIMESTAMP) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          watermark.column(),
          "a watermark is for a column of the type TIMESTAMP; '"
              + watermark.column().getSimple()
              + "' is "
              + type.withNullable(true));
    }
    RexNode expression = validator.watermark(watermark.expression(), rowType);
    return new ExpressionGenerator(new MillraceTypeFactory())
        .generate(
            expression, rowType, TypeConverter.toDataType(expression.getType()).orElseThrow());
  }
}

package io.millrace.parser.ddl;

import io.millrace.core.config.Suggestions;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/** The types that columns can be declared with. */
public final class ColumnTypes {
  private static final List<String> NAMES =
      List.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "INT",
          "BIGINT",
          "DECIMAL",
          "NUMERIC",
          "REAL",
          "FLOAT",
          "DOUBLE",
          "CHAR",
          "VARCHAR",
          "TEXT",
          "STRING",
          "BINARY",
          "VARBINARY",
          "BYTES",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMPTZ",
          "UUID");

  private ColumnTypes() {}

  /** Returns the type unchanged if it is one of SQL's, and refuses a name that means no type. */
  public static SqlDataTypeSpec known(SqlDataTypeSpec type) {
    if (type.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec unknown) {
      String name = String.join(".", unknown.getTypeName().names);
      throw SqlSyntaxRefusal.invalid(
          type.getParserPosition(),
          "there is no type '"
              + name
              + "'"
              + Suggestions.closest(name, NAMES)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; types are INT, BIGINT, DECIMAL, DOUBLE, VARCHAR, TIMESTAMP and more"));
    }
    return type;
  }
}

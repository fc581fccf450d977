package io.millrace.jdbc.metadata;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.List;

/** The types of Millrace as {@code DatabaseMetaData.getTypeInfo} tells them. */
public final class SqlTypeInfo {

  /** The rows for {@link MetadataShape#TYPE_INFO}, ordered by type number as JDBC asks. */
  public static final List<Object> ROWS =
      List.of(
          number("TINYINT", Types.TINYINT, 3, 10),
          number("BIGINT", Types.BIGINT, 19, 10),
          row("VARBINARY", Types.VARBINARY, 65_536, "X'", "'", "length", null, null, null),
          row("CHAR", Types.CHAR, 65_536, "'", "'", "length", null, null, null),
          row("DECIMAL", Types.DECIMAL, 38, null, null, "precision,scale", 0, 38, 10),
          number("INTEGER", Types.INTEGER, 10, 10),
          number("SMALLINT", Types.SMALLINT, 5, 10),
          number("REAL", Types.REAL, 7, 2),
          number("DOUBLE", Types.DOUBLE, 15, 2),
          row("VARCHAR", Types.VARCHAR, 65_536, "'", "'", "length", null, null, null),
          row("BOOLEAN", Types.BOOLEAN, 1, null, null, null, null, null, null),
          row("DATE", Types.DATE, 10, "DATE '", "'", null, null, null, null),
          row("TIME", Types.TIME, 12, "TIME '", "'", "precision", 0, 3, null),
          row("TIMESTAMP", Types.TIMESTAMP, 29, "TIMESTAMP '", "'", "precision", 0, 9, null));

  private SqlTypeInfo() {}

  private static Object number(String name, int type, int precision, int radix) {
    return row(name, type, precision, null, null, null, 0, 0, radix);
  }

  private static Object row(
      String name,
      int type,
      int precision,
      String prefix,
      String suffix,
      String parameters,
      Integer minimumScale,
      Integer maximumScale,
      Integer radix) {
    boolean text = type == Types.CHAR || type == Types.VARCHAR;
    return new Object[] {
      name,
      type,
      precision,
      prefix,
      suffix,
      parameters,
      DatabaseMetaData.typeNullable,
      text,
      text ? DatabaseMetaData.typeSearchable : DatabaseMetaData.typePredBasic,
      false,
      false,
      false,
      name,
      minimumScale,
      maximumScale,
      null,
      null,
      radix
    };
  }
}

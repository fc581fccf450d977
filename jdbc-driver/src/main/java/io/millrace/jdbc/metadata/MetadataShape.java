package io.millrace.jdbc.metadata;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.MetaImpl;

/** The columns of each result set of {@code DatabaseMetaData}, in the order that JDBC gives. */
@SuppressWarnings("ImmutableEnumChecker") // the list is immutable; its elements are too
public enum MetadataShape {
  CATALOGS("TABLE_CAT"),
  SCHEMAS("TABLE_SCHEM TABLE_CATALOG"),
  TABLE_TYPES("TABLE_TYPE"),
  TABLES(
      "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
          + " SELF_REFERENCING_COL_NAME REF_GENERATION"),
  COLUMNS(
      "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:i TYPE_NAME COLUMN_SIZE:i"
          + " BUFFER_LENGTH:i DECIMAL_DIGITS:i NUM_PREC_RADIX:i NULLABLE:i REMARKS COLUMN_DEF"
          + " SQL_DATA_TYPE:i SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i"
          + " IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:h"
          + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN"),
  TYPE_INFO(
      "TYPE_NAME DATA_TYPE:i PRECISION:i LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE:h"
          + " CASE_SENSITIVE:b SEARCHABLE:h UNSIGNED_ATTRIBUTE:b FIXED_PREC_SCALE:b"
          + " AUTO_INCREMENT:b LOCAL_TYPE_NAME MINIMUM_SCALE:h MAXIMUM_SCALE:h SQL_DATA_TYPE:i"
          + " SQL_DATETIME_SUB:i NUM_PREC_RADIX:i"),
  PRIMARY_KEYS("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:h PK_NAME"),
  FOREIGN_KEYS(
      "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
          + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:h UPDATE_RULE:h DELETE_RULE:h FK_NAME PK_NAME"
          + " DEFERRABILITY:h"),
  INDEX_INFO(
      "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:b INDEX_QUALIFIER INDEX_NAME TYPE:h"
          + " ORDINAL_POSITION:h COLUMN_NAME ASC_OR_DESC CARDINALITY:l PAGES:l FILTER_CONDITION"),
  PROCEDURES(
      "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME FUTURE_USE1 FUTURE_USE2 FUTURE_USE3 REMARKS"
          + " PROCEDURE_TYPE:h SPECIFIC_NAME"),
  PROCEDURE_COLUMNS(
      "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:h DATA_TYPE:i"
          + " TYPE_NAME PRECISION:i LENGTH:i SCALE:h RADIX:h NULLABLE:h REMARKS COLUMN_DEF"
          + " SQL_DATA_TYPE:i SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i"
          + " IS_NULLABLE SPECIFIC_NAME"),
  FUNCTIONS("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:h SPECIFIC_NAME"),
  FUNCTION_COLUMNS(
      "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:h DATA_TYPE:i TYPE_NAME"
          + " PRECISION:i LENGTH:i SCALE:h RADIX:h NULLABLE:h REMARKS CHAR_OCTET_LENGTH:i"
          + " ORDINAL_POSITION:i IS_NULLABLE SPECIFIC_NAME"),
  COLUMN_PRIVILEGES(
      "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
  TABLE_PRIVILEGES("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
  ROW_IDENTIFIERS(
      "SCOPE:h COLUMN_NAME DATA_TYPE:i TYPE_NAME COLUMN_SIZE:i BUFFER_LENGTH:i DECIMAL_DIGITS:h"
          + " PSEUDO_COLUMN:h"),
  USER_TYPES("TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:i REMARKS BASE_TYPE:h"),
  SUPER_TYPES("TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
  SUPER_TABLES("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
  ATTRIBUTES(
      "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:i ATTR_TYPE_NAME ATTR_SIZE:i"
          + " DECIMAL_DIGITS:i NUM_PREC_RADIX:i NULLABLE:i REMARKS ATTR_DEF SQL_DATA_TYPE:i"
          + " SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i IS_NULLABLE SCOPE_CATALOG"
          + " SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:h"),
  CLIENT_INFO("NAME MAX_LEN:i DEFAULT_VALUE DESCRIPTION"),
  PSEUDO_COLUMNS(
      "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:i COLUMN_SIZE:i DECIMAL_DIGITS:i"
          + " NUM_PREC_RADIX:i COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH:i IS_NULLABLE"),
  GENERATED_KEYS("GENERATED_KEY:l");

  private final List<ColumnMetaData> columns;

  /**
   * @param spec names separated by blanks; the type follows after a colon: i INTEGER, h SMALLINT, l
   *     BIGINT, b BOOLEAN, none VARCHAR
   */
  MetadataShape(String spec) {
    List<ColumnMetaData> parsed = new ArrayList<>();
    for (String column : spec.split(" ", -1)) {
      int colon = column.indexOf(':');
      String name = colon < 0 ? column : column.substring(0, colon);
      parsed.add(
          MetaImpl.columnMetaData(
              name, parsed.size(), type(colon < 0 ? 's' : column.charAt(colon + 1)), true));
    }
    this.columns = List.copyOf(parsed);
  }

  private static ColumnMetaData.AvaticaType type(char letter) {
    return switch (letter) {
      case 'i' -> ColumnMetaData.scalar(Types.INTEGER, "INTEGER", Rep.INTEGER);
      case 'h' -> ColumnMetaData.scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT);
      case 'l' -> ColumnMetaData.scalar(Types.BIGINT, "BIGINT", Rep.LONG);
      case 'b' -> ColumnMetaData.scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN);
      default -> ColumnMetaData.scalar(Types.VARCHAR, "VARCHAR", Rep.STRING);
    };
  }

  /** Returns the columns in order; immutable. */
  public List<ColumnMetaData> columns() {
    return columns;
  }

  /** Returns the position of a column, from 0, or -1. */
  public int indexOf(String name) {
    for (ColumnMetaData column : columns) {
      if (column.label.equals(name)) {
        return column.ordinal;
      }
    }
    return -1;
  }
}

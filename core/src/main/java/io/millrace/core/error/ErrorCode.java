package io.millrace.core.error;

/**
 * Every kind of error that Millrace reports, with the SQLSTATE that clients see. Numbers are
 * stable: they are the vendor codes of {@code SQLException}s.
 */
public enum ErrorCode {
  SYNTAX_ERROR(1001, ErrorType.USER, "42601"),
  UNKNOWN_COLUMN(1002, ErrorType.USER, "42703"),
  UNKNOWN_RELATION(1003, ErrorType.USER, "42P01"),
  UNKNOWN_FUNCTION(1004, ErrorType.USER, "42883"),
  TYPE_MISMATCH(1005, ErrorType.USER, "42804"),
  INVALID_STATEMENT(1006, ErrorType.USER, "42000"),
  UNSUPPORTED(1007, ErrorType.USER, "0A000"),
  DUPLICATE_RELATION(1008, ErrorType.USER, "42P07"),
  WRONG_RELATION_KIND(1009, ErrorType.USER, "42809"),
  DEPENDENT_OBJECTS(1010, ErrorType.USER, "2BP01"),
  INVALID_OPTION(1011, ErrorType.USER, "22023"),
  INVALID_NAME(1012, ErrorType.USER, "42602"),
  DUPLICATE_COLUMN(1013, ErrorType.USER, "42701"),
  UNKNOWN_SAVEPOINT(1014, ErrorType.USER, "42704"),
  DUPLICATE_SAVEPOINT(1015, ErrorType.USER, "42710"),

  DIVISION_BY_ZERO(1101, ErrorType.USER, "22012"),
  NUMERIC_OUT_OF_RANGE(1102, ErrorType.USER, "22003"),
  INVALID_VALUE(1103, ErrorType.USER, "22000"),
  UNIQUE_VIOLATION(1104, ErrorType.USER, "23505"),
  NOT_NULL_VIOLATION(1105, ErrorType.USER, "23502"),
  MALFORMED_RECORD(1106, ErrorType.USER, "22P04"),
  STRING_TOO_LONG(1107, ErrorType.USER, "22001"),
  CARDINALITY_VIOLATION(1108, ErrorType.USER, "21000"),

  CANCELLED(1201, ErrorType.USER, "57014"),
  SHUTTING_DOWN(1202, ErrorType.RESOURCE, "57P01"),
  LIMIT_EXCEEDED(1203, ErrorType.RESOURCE, "54000"),
  OUT_OF_MEMORY(1204, ErrorType.RESOURCE, "53200"),
  DISK_FULL(1205, ErrorType.RESOURCE, "53100"),
  DATA_DIRECTORY_IN_USE(1206, ErrorType.RESOURCE, "55006"),
  PORT_IN_USE(1207, ErrorType.RESOURCE, "55006"),
  PIPELINE_FAILED(1208, ErrorType.RESOURCE, "55000"),
  AUTHENTICATION_FAILED(1209, ErrorType.USER, "28000"),
  TIMED_OUT(1210, ErrorType.RESOURCE, "57014"),
  WORKERS_CHANGED(1211, ErrorType.RESOURCE, "57P01"),

  IO_ERROR(1301, ErrorType.EXTERNAL, "58030"),
  MISSING_FILE(1302, ErrorType.EXTERNAL, "58P01"),
  CORRUPTED_CHECKPOINT(1303, ErrorType.EXTERNAL, "XX001"),
  CORRUPTED_DATA(1304, ErrorType.EXTERNAL, "XX001"),
  INCOMPATIBLE_STATE(1305, ErrorType.EXTERNAL, "55000"),

  INTERNAL_ERROR(1901, ErrorType.INTERNAL, "XX000");

  private final int number;
  private final ErrorType type;
  private final String sqlState;

  ErrorCode(int number, ErrorType type, String sqlState) {
    this.number = number;
    this.type = type;
    this.sqlState = sqlState;
  }

  /** The vendor code, unique among all codes. */
  public int number() {
    return number;
  }

  public ErrorType type() {
    return type;
  }

  /** The five-character SQLSTATE, never null. */
  public String sqlState() {
    return sqlState;
  }
}

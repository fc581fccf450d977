package io.millrace.jdbc.error;

/** The SQLSTATEs that the driver itself gives; the server's own pass through unchanged. */
public final class SqlStates {

  public static final String CANNOT_CONNECT = "08001";
  public static final String NO_CONNECTION = "08003";
  public static final String CONNECTION_REJECTED = "08004";
  public static final String CONNECTION_FAILED = "08006";
  public static final String PROTOCOL_VIOLATION = "08P01";
  public static final String NO_RESULT = "02000";
  public static final String WRONG_PARAMETERS = "07001";
  public static final String NOT_SUPPORTED = "0A000";
  public static final String DATA_EXCEPTION = "22000";
  public static final String NUMBER_OUT_OF_RANGE = "22003";
  public static final String NOT_CONVERTIBLE = "22018";
  public static final String INVALID_STATE = "24000";
  public static final String NO_STATEMENT = "26000";
  public static final String INVALID_AUTHORIZATION = "28000";
  public static final String CANCELLED = "57014";
  public static final String GENERAL = "HY000";
  public static final String SEQUENCE_ERROR = "HY010";
  public static final String INVALID_ARGUMENT = "HY024";
  public static final String TIMEOUT = "HYT00";

  private SqlStates() {}
}

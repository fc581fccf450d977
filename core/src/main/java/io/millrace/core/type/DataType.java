package io.millrace.core.type;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * A SQL type as the engine knows it.
 *
 * @param kind the kind of value
 * @param precision digits of DECIMAL; digits of the second's fraction, 0 to 3 of TIME, 0 to 9 of
 *     TIMESTAMP; maximum length in characters (VARCHAR) or bytes (VARBINARY), {@link #UNBOUNDED}
 *     for none; else 0
 * @param scale digits after the point of DECIMAL, else 0
 * @param nullable whether a value may be NULL
 */
public record DataType(TypeKind kind, int precision, int scale, boolean nullable) {
  /** The precision of a VARCHAR or VARBINARY without a maximum length. */
  public static final int UNBOUNDED = -1;

  /** The most digits of a DECIMAL. */
  public static final int MAX_DECIMAL_PRECISION = 38;

  /** Up to this precision a DECIMAL's unscaled value fits a long. */
  public static final int MAX_LONG_DECIMAL_PRECISION = 18;

  public DataType {
    if (kind == TypeKind.DECIMAL
        && (precision < 1 || precision > MAX_DECIMAL_PRECISION || scale < 0 || scale > precision)) {
      throw new IllegalArgumentException("DECIMAL(" + precision + ", " + scale + ")");
    }
    if (kind == TypeKind.TIMESTAMP && (precision < 0 || precision > TimestampUnit.MAX_PRECISION)) {
      throw new IllegalArgumentException("TIMESTAMP(" + precision + ")");
    }
  }

  /** A nullable type of a kind that has no precision. */
  public static DataType of(TypeKind kind) {
    return switch (kind) {
      case VARCHAR, VARBINARY -> new DataType(kind, UNBOUNDED, 0, true);
      case TIMESTAMP, TIME -> new DataType(kind, 3, 0, true);
      case DECIMAL -> new DataType(kind, MAX_DECIMAL_PRECISION, 0, true);
      default -> new DataType(kind, 0, 0, true);
    };
  }

  public static DataType decimal(int precision, int scale) {
    return new DataType(TypeKind.DECIMAL, precision, scale, true);
  }

  public DataType notNull() {
    return new DataType(kind, precision, scale, false);
  }

  public DataType withNullable(boolean newNullable) {
    return new DataType(kind, precision, scale, newNullable);
  }

  /** Whether values have no fixed width in bytes. */
  @JsonIgnore
  public boolean isVariableWidth() {
    return kind == TypeKind.VARCHAR || kind == TypeKind.VARBINARY;
  }

  /** Whether this is a DECIMAL whose unscaled value always fits a long. */
  @JsonIgnore
  public boolean isLongDecimal() {
    return kind == TypeKind.DECIMAL && precision <= MAX_LONG_DECIMAL_PRECISION;
  }

  /** As SQL writes it, for example {@code DECIMAL(10, 2) NOT NULL}. */
  @Override
  public String toString() {
    String name =
        switch (kind) {
          case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
          case VARCHAR, VARBINARY ->
              precision == UNBOUNDED ? kind.name() : kind.name() + "(" + precision + ")";
          case TIME, TIMESTAMP -> kind.name() + "(" + precision + ")";
          default -> kind.name();
        };
    return nullable ? name : name + " NOT NULL";
  }
}

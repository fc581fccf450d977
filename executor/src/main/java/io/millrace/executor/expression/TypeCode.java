package io.millrace.executor.expression;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;

/** The pieces of Java source that belong to a type: its classes, how to read and to write it. */
final class TypeCode {
  private static final String UTF_8 = "java.nio.charset.StandardCharsets.UTF_8";
  private static final String VALUES = "io.millrace.executor.data.VectorValues";

  private TypeCode() {}

  /** The Java type of a parameter or result. */
  static String javaType(DataType type) {
    return type.nullable() ? boxed(type.kind()) : primitive(type.kind());
  }

  private static String primitive(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> "boolean";
      case TINYINT -> "byte";
      case SMALLINT -> "short";
      case INTEGER, DATE, TIME -> "int";
      case BIGINT, TIMESTAMP -> "long";
      case REAL -> "float";
      case DOUBLE -> "double";
      case DECIMAL, VARCHAR, VARBINARY -> boxed(kind);
    };
  }

  static String boxed(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> "java.lang.Boolean";
      case TINYINT -> "java.lang.Byte";
      case SMALLINT -> "java.lang.Short";
      case INTEGER, DATE, TIME -> "java.lang.Integer";
      case BIGINT, TIMESTAMP -> "java.lang.Long";
      case REAL -> "java.lang.Float";
      case DOUBLE -> "java.lang.Double";
      case DECIMAL -> "java.math.BigDecimal";
      case VARCHAR -> "java.lang.String";
      case VARBINARY -> "org.apache.calcite.avatica.util.ByteString";
    };
  }

  /** Whether the Java type of the non-null type is a class all the same. */
  static boolean isReference(TypeKind kind) {
    return kind == TypeKind.DECIMAL || kind == TypeKind.VARCHAR || kind == TypeKind.VARBINARY;
  }

  /** The class of the vector. */
  static String vectorClass(DataType type) {
    String name =
        switch (type.kind()) {
          case BOOLEAN -> "BitVector";
          case TINYINT -> "TinyIntVector";
          case SMALLINT -> "SmallIntVector";
          case INTEGER -> "IntVector";
          case BIGINT -> "BigIntVector";
          case REAL -> "Float4Vector";
          case DOUBLE -> "Float8Vector";
          case DECIMAL -> type.isLongDecimal() ? "BigIntVector" : "DecimalVector";
          case VARCHAR -> "VarCharVector";
          case VARBINARY -> "VarBinaryVector";
          case DATE -> "DateDayVector";
          case TIME -> "TimeMilliVector";
          case TIMESTAMP -> "TimeStampVector";
        };
    return "org.apache.arrow.vector." + name;
  }

  /** An expression of the primitive type (or class) that reads a value that is not NULL. */
  static String read(DataType type, String vector, String row) {
    String get = vector + ".get(" + row + ")";
    return switch (type.kind()) {
      case BOOLEAN -> get + " != 0";
      case DECIMAL ->
          type.isLongDecimal()
              ? "java.math.BigDecimal.valueOf(" + get + ", " + type.scale() + ")"
              : VALUES + ".getDecimal(" + vector + ", " + row + ")";
      case VARCHAR -> "new java.lang.String(" + get + ", " + UTF_8 + ")";
      case VARBINARY -> "new org.apache.calcite.avatica.util.ByteString(" + get + ")";
      default -> get;
    };
  }

  /** The value of the primitive type as an object. */
  static String box(DataType type, String value) {
    return isReference(type.kind()) ? value : boxed(type.kind()) + ".valueOf(" + value + ")";
  }

  /** A statement that writes a variable of type {@link #javaType}, known not to be null. */
  static String write(DataType type, String vector, String row, String value) {
    String set = vector + ".set(" + row + ", ";
    return switch (type.kind()) {
      case BOOLEAN -> set + "(" + unbox(type, value) + ") ? 1 : 0);";
      case DECIMAL -> {
        String fitted = value + ", " + type.precision() + ", " + type.scale();
        yield type.isLongDecimal()
            ? set + VALUES + ".unscaledLong(" + fitted + "));"
            : VALUES + ".setDecimal(" + vector + ", " + row + ", " + fitted + ");";
      }
      case VARCHAR -> vector + ".setSafe(" + row + ", " + value + ".getBytes(" + UTF_8 + "));";
      case VARBINARY -> vector + ".setSafe(" + row + ", " + value + ".getBytes());";
      default -> set + unbox(type, value) + ");";
    };
  }

  private static String unbox(DataType type, String value) {
    return type.nullable() ? value + "." + primitive(type.kind()) + "Value()" : value;
  }
}

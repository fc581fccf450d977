package io.millrace.connector;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas and rows, with the values that are hard to write and read more often than not. */
public final class RandomRows {
  private static final String[] NAMES = {
    "a", "b c", "c\"d", "d,e", "e$", "f\\g", "größe", "h\ni", "null", "j.k", "l;m", "n|o"
  };
  private static final String[] TEXTS = {
    "",
    "a",
    " ",
    "\"",
    "\"\"",
    ",",
    "\n",
    "\r",
    "\r\n",
    "x\r",
    "NULL",
    "null",
    "NA",
    "\t",
    "\\",
    "\\n",
    "é",
    "日本",
    "😀",
    "\uFEFFx",
    "'",
    ";",
    "{\"a\": [1, null]}",
    "[",
    "\u0000",
    "\u001f",
    "\u2028",
    "0",
    "true",
    "a,b",
    "a\"b",
    " lead",
    "trail "
  };

  private final Random random;

  public RandomRows(long seed) {
    this.random = new Random(seed);
  }

  /** From one to twelve columns; names without line ends where {@code plainNames}. */
  public RowType rowType() {
    int size = 1 + random.nextInt(NAMES.length);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      columns.add(new Column(NAMES[i], type()));
    }
    return new RowType(columns);
  }

  private DataType type() {
    TypeKind kind = TypeKind.values()[random.nextInt(TypeKind.values().length)];
    if (kind == TypeKind.DECIMAL) {
      int precision = 1 + random.nextInt(38);
      return DataType.decimal(precision, random.nextInt(precision + 1));
    }
    return DataType.of(kind);
  }

  public List<Object[]> rows(RowType rowType, int count) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object[] row = new Object[rowType.size()];
      for (int column = 0; column < row.length; column++) {
        row[column] = random.nextInt(5) == 0 ? null : value(rowType.type(column));
      }
      rows.add(row);
    }
    return rows;
  }

  private Object value(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) whole(8);
      case SMALLINT -> (short) whole(16);
      case INTEGER -> (int) whole(32);
      case BIGINT -> whole(64);
      case REAL -> real();
      case DOUBLE -> number();
      case DECIMAL -> decimal(type);
      case VARCHAR -> text();
      case VARBINARY -> binary();
      case DATE -> random.nextInt(2_932_896 + 719_162) - 719_162;
      case TIME -> random.nextInt(2) * 999 + random.nextInt(86_399) * 1000;
      case TIMESTAMP ->
          (random.nextInt(2_932_896 + 719_162) - 719_162) * 86_400_000L
              + random.nextInt(86_400_000);
    };
  }

  private long whole(int bits) {
    long least = -1L << (bits - 1);
    return switch (random.nextInt(5)) {
      case 0 -> least;
      case 1 -> ~least;
      case 2 -> random.nextInt(200) - 100;
      case 3 -> 0;
      default -> random.nextLong() >> (64 - bits);
    };
  }

  private Object real() {
    float[] special = {0f, -0f, Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN, 1f / 0, -1f / 0, .1f};
    float any = Float.intBitsToFloat(random.nextInt());
    return random.nextBoolean() ? special[random.nextInt(special.length)] : any;
  }

  private Object number() {
    double[] special = {
      0, -0d, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, 1d / 0, -1d / 0, .1, 1e22, 123.456
    };
    double any =
        random.nextBoolean()
            ? Double.longBitsToDouble(random.nextLong())
            : random.nextInt(1_000_000) / 1000.0;
    return random.nextBoolean() ? special[random.nextInt(special.length)] : any;
  }

  private Object decimal(DataType type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    BigInteger unscaled =
        switch (random.nextInt(4)) {
          case 0 -> limit.subtract(BigInteger.ONE);
          case 1 -> BigInteger.ZERO;
          case 2 -> BigInteger.valueOf(random.nextInt(100)).mod(limit);
          default -> new BigInteger(130, random).mod(limit);
        };
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int parts = random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      text.append(TEXTS[random.nextInt(TEXTS.length)]);
    }
    return text.toString();
  }

  private byte[] binary() {
    byte[] bytes = new byte[random.nextInt(5)];
    random.nextBytes(bytes);
    return bytes;
  }
}

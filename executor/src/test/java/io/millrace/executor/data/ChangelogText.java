package io.millrace.executor.data;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Changes as text that people read: one row a line, {@code + 1 a} inserts, {@code - 2 b} deletes,
 * {@code +3 …} has weight 3. Text with blanks stands in single quotes; {@code NULL} is NULL. Dates
 * and times are ISO 8601, VARBINARY is hexadecimal.
 */
public final class ChangelogText {
  private static final Pattern TOKEN = Pattern.compile("'((?:[^']|'')*)'|\\S+");

  private ChangelogText() {}

  /**
   * A row and how often it comes or goes.
   *
   * @param values as {@link VectorValues} says
   */
  public record Change(long weight, Object[] values) {}

  /** The changes in the order of the lines; empty lines are skipped. */
  public static List<Change> parse(RowType rowType, String text) {
    List<Change> changes = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (!line.isBlank()) {
        changes.add(parseLine(rowType, line.strip()));
      }
    }
    return changes;
  }

  /** One batch of all changes, owned by the caller; null if there are none. */
  public static ChangeBatch batch(RowType rowType, String text, BufferAllocator allocator) {
    try (BatchBuilder builder = new BatchBuilder(rowType, allocator)) {
      parse(rowType, text).forEach(change -> builder.add(change.values(), change.weight()));
      return builder.build();
    }
  }

  /** All rows of batches as changes. */
  public static List<Change> changes(Collection<ChangeBatch> batches) {
    List<Change> changes = new ArrayList<>();
    for (ChangeBatch batch : batches) {
      for (int row = 0; row < batch.rowCount(); row++) {
        Object[] values = new Object[batch.columnCount()];
        for (int c = 0; c < values.length; c++) {
          values[c] = VectorValues.get(batch.column(c), batch.rowType().type(c), row);
        }
        changes.add(new Change(batch.weight(row), values));
      }
    }
    return changes;
  }

  /** The changes, one a line, in their order. */
  public static String format(RowType rowType, List<Change> changes) {
    StringBuilder text = new StringBuilder();
    for (Change change : changes) {
      append(text, change.weight(), values(rowType, change.values()));
    }
    return text.toString();
  }

  /** The net changes: equal rows summed up, those of weight 0 left out, sorted. */
  public static String net(RowType rowType, List<Change> changes) {
    Map<String, Long> weights = new TreeMap<>();
    for (Change change : changes) {
      weights.merge(values(rowType, change.values()), change.weight(), Long::sum);
    }
    StringBuilder text = new StringBuilder();
    weights.forEach(
        (values, weight) -> {
          if (weight != 0) {
            append(text, weight, values);
          }
        });
    return text.toString();
  }

  private static void append(StringBuilder text, long weight, String values) {
    text.append(weight < 0 ? '-' : '+');
    if (Math.abs(weight) != 1) {
      text.append(Math.abs(weight));
    }
    text.append(values).append('\n');
  }

  private static String values(RowType rowType, Object[] values) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      text.append(' ').append(value(rowType.type(i), values[i]));
    }
    return text.toString();
  }

  private static String value(DataType type, Object value) {
    if (value == null) {
      return "NULL";
    }
    return switch (type.kind()) {
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case VARCHAR -> {
        String string = (String) value;
        yield string.isEmpty()
                || string.equals("NULL")
                || string.contains("'")
                || string.chars().anyMatch(Character::isWhitespace)
            ? "'" + string.replace("'", "''") + "'"
            : string;
      }
      case VARBINARY -> "x" + HexFormat.of().formatHex((byte[]) value);
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
      case TIMESTAMP ->
          LocalDateTime.ofEpochSecond(
                  Math.floorDiv((Long) value, 1000),
                  (int) Math.floorMod((Long) value, 1000L) * 1_000_000,
                  ZoneOffset.UTC)
              .toString();
      default -> value.toString();
    };
  }

  private static Change parseLine(RowType rowType, String line) {
    List<String> tokens = new ArrayList<>();
    List<Boolean> quoted = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(line);
    while (matcher.find()) {
      quoted.add(matcher.group(1) != null);
      tokens.add(matcher.group(1) != null ? matcher.group(1).replace("''", "'") : matcher.group());
    }
    String weight = tokens.get(0);
    if (!weight.matches("[+-]\\d*") || tokens.size() != rowType.size() + 1) {
      throw new IllegalArgumentException("Not a change of " + rowType + ": " + line);
    }
    Object[] values = new Object[rowType.size()];
    for (int i = 0; i < values.length; i++) {
      String token = tokens.get(i + 1);
      values[i] =
          token.equals("NULL") && !quoted.get(i + 1) ? null : parseValue(rowType.type(i), token);
    }
    return new Change(
        weight.length() == 1 ? (weight.equals("+") ? 1 : -1) : Long.parseLong(weight), values);
  }

  private static Object parseValue(DataType type, String text) {
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.valueOf(text);
      case TINYINT -> Byte.valueOf(text);
      case SMALLINT -> Short.valueOf(text);
      case INTEGER -> Integer.valueOf(text);
      case BIGINT -> Long.valueOf(text);
      case REAL -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case DECIMAL -> new BigDecimal(text);
      case VARCHAR -> text;
      case VARBINARY -> HexFormat.of().parseHex(text.substring(1));
      case DATE -> (int) LocalDate.parse(text).toEpochDay();
      case TIME -> (int) (LocalTime.parse(text).toNanoOfDay() / 1_000_000);
      case TIMESTAMP -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
    };
  }
}

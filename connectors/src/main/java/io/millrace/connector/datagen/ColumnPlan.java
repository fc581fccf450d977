package io.millrace.connector.datagen;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * How one column's values are made, checked once when the source is created.
 *
 * @param generator makes a generator for each reader
 * @param rows how many rows the column allows before the source ends; Long.MAX_VALUE for no end
 * @param valid how many rows the column can make before it runs out of its type
 * @param list the values to choose from, or null; to be closed with the source
 */
record ColumnPlan(Supplier<ColumnGenerator> generator, long rows, long valid, FieldVector list) {
  private static final int DEFAULT_LENGTH = 10;

  static ColumnPlan of(ColumnSettings settings, long columnSeed, BufferAllocator allocator) {
    DataType type = settings.column().type();
    double nullRate = settings.find(DatagenOptions.NULL_RATE).orElse(0.0);
    if (nullRate > 0 && !type.nullable()) {
      throw settings.invalid(DatagenOptions.NULL_RATE, "must be 0, because the column is NOT NULL");
    }
    boolean sequence = settings.kind() == DatagenOptions.Kind.SEQUENCE;
    if (settings.has(DatagenOptions.VALUES)) {
      settings.refuse(
          "has no meaning together with a list of values",
          DatagenOptions.MIN,
          DatagenOptions.MAX,
          DatagenOptions.START,
          DatagenOptions.END,
          DatagenOptions.STEP,
          DatagenOptions.LENGTH);
      FieldVector list = ValueList.parse(settings, allocator);
      LongSource indexes =
          sequence
              ? new LongSource.Cycle(list.getValueCount())
              : new LongSource.Random(columnSeed, 0, list.getValueCount() - 1L);
      return endless(() -> new ListColumn(indexes, list, columnSeed, nullRate), list);
    }
    if (!type.isVariableWidth()) {
      settings.refuse("is for VARCHAR and VARBINARY columns only", DatagenOptions.LENGTH);
    }
    return sequence
        ? sequence(settings, columnSeed, nullRate)
        : random(settings, columnSeed, nullRate);
  }

  private static ColumnPlan endless(Supplier<ColumnGenerator> generator, FieldVector list) {
    return new ColumnPlan(generator, Long.MAX_VALUE, Long.MAX_VALUE, list);
  }

  private static ColumnPlan random(ColumnSettings settings, long columnSeed, double nullRate) {
    settings.refuse(
        "has no meaning for random values",
        DatagenOptions.START,
        DatagenOptions.END,
        DatagenOptions.STEP);
    DataType type = settings.column().type();
    switch (type.kind()) {
      case VARCHAR, VARBINARY -> {
        settings.refuse("has no meaning for text", DatagenOptions.MIN, DatagenOptions.MAX);
        int most = type.precision() == DataType.UNBOUNDED ? Integer.MAX_VALUE : type.precision();
        int length = settings.find(DatagenOptions.LENGTH).orElse(Math.min(DEFAULT_LENGTH, most));
        if (length > most) {
          throw settings.invalid(
              DatagenOptions.LENGTH, "must be at most " + most + ", the length of the column");
        }
        return endless(() -> TextColumn.random(type.kind(), columnSeed, length, nullRate), null);
      }
      case REAL, DOUBLE -> {
        double min = number(settings, DatagenOptions.MIN, 0);
        double max = number(settings, DatagenOptions.MAX, Math.max(1, min + 1));
        refuseEmptyRange(settings, min <= max);
        return endless(() -> DoubleColumn.random(columnSeed, min, max, nullRate), null);
      }
      default -> {
        if (type.kind() == TypeKind.BOOLEAN) {
          settings.refuse("has no meaning for BOOLEAN", DatagenOptions.MIN, DatagenOptions.MAX);
        }
        long min = ColumnValues.value(settings, DatagenOptions.MIN, ColumnValues.least(type));
        long max = ColumnValues.value(settings, DatagenOptions.MAX, ColumnValues.greatest(type));
        refuseEmptyRange(settings, min <= max);
        LongSource source = new LongSource.Random(columnSeed, min, max);
        return endless(() -> new LongColumn(type, source, columnSeed, nullRate), null);
      }
    }
  }

  private static void refuseEmptyRange(ColumnSettings settings, boolean ordered) {
    if (!ordered) {
      throw settings.invalid(DatagenOptions.MIN, "is greater than the maximum");
    }
  }

  private static double number(
      ColumnSettings settings, ConfigOption<String> option, double otherwise) {
    String text = settings.find(option).orElse(null);
    if (text == null) {
      return otherwise;
    }
    try {
      return new BigDecimal(text).doubleValue();
    } catch (NumberFormatException e) {
      throw settings.invalid(option, "must be a number, but is '" + text + "'");
    }
  }

  private static ColumnPlan sequence(ColumnSettings settings, long columnSeed, double nullRate) {
    settings.refuse(
        "has no meaning for a sequence",
        DatagenOptions.MIN,
        DatagenOptions.MAX,
        DatagenOptions.LENGTH);
    DataType type = settings.column().type();
    return switch (type.kind()) {
      case BOOLEAN, VARBINARY ->
          throw settings.invalid(
              DatagenOptions.KIND,
              "cannot be 'sequence' for "
                  + type.withNullable(true)
                  + " without a list of values ('fields.….values')");
      case REAL, DOUBLE -> {
        double start = number(settings, DatagenOptions.START, 0);
        double step = number(settings, DatagenOptions.STEP, 1);
        double end = number(settings, DatagenOptions.END, Double.NaN);
        long rows =
            Double.isNaN(end) ? Long.MAX_VALUE : (long) Math.floor((end - start) / step) + 1;
        checkDirection(settings, rows);
        yield new ColumnPlan(
            () -> DoubleColumn.sequence(columnSeed, start, step, nullRate),
            rows,
            Long.MAX_VALUE,
            null);
      }
      default -> wholeSequence(settings, columnSeed, nullRate);
    };
  }

  private static ColumnPlan wholeSequence(
      ColumnSettings settings, long columnSeed, double nullRate) {
    boolean text = settings.column().type().kind() == TypeKind.VARCHAR;
    // The text of a number is as good as a number, so its options are read as those of BIGINT.
    DataType type = text ? DataType.of(TypeKind.BIGINT) : settings.column().type();
    ColumnSettings numbers =
        new ColumnSettings(new Column(settings.column().name(), type), settings.options());
    boolean dated = type.kind() == TypeKind.DATE || type.kind() == TypeKind.TIMESTAMP;
    long start =
        ColumnValues.value(numbers, DatagenOptions.START, dated ? ColumnValues.least(type) : 0);
    long step = ColumnValues.step(numbers);
    long limit =
        dated
            ? Long.MAX_VALUE / 4
            : step < 0 ? ColumnValues.least(type) : ColumnValues.greatest(type);
    long rows = Long.MAX_VALUE;
    if (settings.has(DatagenOptions.END)) {
      rows = count(start, ColumnValues.value(numbers, DatagenOptions.END, 0), step);
      checkDirection(settings, rows);
    }
    LongSource.Sequence source = new LongSource.Sequence(start, step);
    return new ColumnPlan(
        () ->
            text
                ? TextColumn.sequence(columnSeed, source, nullRate)
                : new LongColumn(type, source, columnSeed, nullRate),
        rows,
        count(start, limit, step),
        null);
  }

  /** How many values there are from start to end; not positive when end lies the other way. */
  private static long count(long start, long end, long step) {
    if (step == 0) {
      return Long.MAX_VALUE;
    }
    BigInteger distance = BigInteger.valueOf(end).subtract(BigInteger.valueOf(start));
    BigInteger wide = BigInteger.valueOf(step);
    if (distance.signum() * step < 0) {
      return 0;
    }
    BigInteger count = distance.divide(wide).add(BigInteger.ONE);
    return count.bitLength() > 62 ? Long.MAX_VALUE : count.longValueExact();
  }

  private static void checkDirection(ColumnSettings settings, long rows) {
    if (rows < 1) {
      throw settings.invalid(
          DatagenOptions.END, "lies before the start, seen in the direction of the step");
    }
  }
}

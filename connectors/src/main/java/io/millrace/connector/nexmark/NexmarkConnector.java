package io.millrace.connector.nexmark;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceConnector;
import io.millrace.executor.connector.SourceContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code 'connector' = 'nexmark'}. */
public final class NexmarkConnector implements SourceConnector {
  @Override
  public String name() {
    return "nexmark";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return NexmarkOptions.ALL;
  }

  @Override
  public Source open(RelationSpec.Source spec, Options options, SourceContext context) {
    EventKind kind = options.get(NexmarkOptions.KIND);
    NexmarkSettings settings = NexmarkSettings.of(options);
    List<NexmarkColumn> known = NexmarkColumn.of(kind, settings);
    return new NexmarkSource(
        spec.rowType(),
        spec.rowType().columns().stream().map(column -> find(column, known, kind)).toList(),
        settings.sequence(),
        kind,
        new NexmarkSource.Amount(
            options.find(NexmarkOptions.NUMBER_OF_EVENTS).orElse(Long.MAX_VALUE),
            options.find(NexmarkOptions.EVENTS_PER_SECOND).orElse(0L),
            options.get(NexmarkOptions.SPLITS)),
        context.clock(),
        context.allocator());
  }

  private static NexmarkColumn find(Column column, List<NexmarkColumn> known, EventKind kind) {
    NexmarkColumn found =
        known.stream()
            .filter(candidate -> plain(candidate.name()).equals(plain(column.name())))
            .findFirst()
            .orElseThrow(() -> unknown(column, known, kind));
    checkType(column, found);
    return found;
  }

  /** Both {@code dateTime} and {@code date_time} are understood. */
  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  private static MillraceException unknown(
      Column column, List<NexmarkColumn> known, EventKind kind) {
    List<String> names = known.stream().map(NexmarkColumn::name).toList();
    return new MillraceException(
        ErrorCode.INVALID_OPTION,
        "A nexmark source of kind '"
            + kind.name().toLowerCase(Locale.ROOT)
            + "' has no column \""
            + column.name()
            + "\"."
            + Suggestions.closest(column.name(), names)
                .map(name -> " Did you mean \"" + name + "\"?")
                .orElse(
                    " It has "
                        + known.stream()
                            .map(c -> c.name() + " " + c.type())
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private static void checkType(Column column, NexmarkColumn found) {
    DataType type = column.type();
    if (type.kind() != found.type()) {
      throw invalid(column, "must be " + found.type());
    }
    if (type.kind() == TypeKind.TIMESTAMP && TimestampUnit.of(type) != TimestampUnit.MILLISECOND) {
      throw invalid(column, "has milliseconds: it must be TIMESTAMP(3)");
    }
    if (found instanceof NexmarkColumn.Text text
        && type.kind() == TypeKind.VARCHAR
        && type.precision() != DataType.UNBOUNDED
        && type.precision() < text.most()) {
      throw invalid(column, "must be VARCHAR or VARCHAR(" + text.most() + ")");
    }
  }

  private static MillraceException invalid(Column column, String must) {
    return new MillraceException(
        ErrorCode.INVALID_OPTION,
        "Column \""
            + column.name()
            + "\" of a nexmark source "
            + must
            + ", but is "
            + column.type().withNullable(true)
            + ".");
  }
}

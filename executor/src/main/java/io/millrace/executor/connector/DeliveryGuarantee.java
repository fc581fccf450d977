package io.millrace.executor.connector;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import java.util.Locale;

/** How often what comes from a source counts, when a crash comes in between. */
public enum DeliveryGuarantee {
  /** Once: barriers are aligned, sources rewound, sinks commit with checkpoints. */
  EXACTLY_ONCE,
  /**
   * Once or more often: tasks do not wait for barriers of inputs that only insert; sinks commit
   * every epoch, and take nothing back.
   */
  AT_LEAST_ONCE,
  /**
   * Once or not at all: sources go on behind everything that they have ever handed on; sinks try to
   * commit once.
   */
  AT_MOST_ONCE;

  /** Of every sink; what the engine's guarantee is if nothing is said. */
  public static final ConfigOption<DeliveryGuarantee> OF_SINK =
      ConfigOption.choice(
          "sink.delivery-guarantee",
          DeliveryGuarantee.class,
          "how often a row is written when a crash comes in between");

  /** As users write it. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The guarantee of a sink in an engine with this one.
   *
   * @throws MillraceException INVALID_OPTION if the engine promises less than the sink is to keep
   */
  public DeliveryGuarantee of(RelationSpec.Sink sink) {
    DeliveryGuarantee wanted = Options.of(sink.options()).find(OF_SINK).orElse(this);
    if (this != EXACTLY_ONCE && wanted != this) {
      String why =
          this == AT_LEAST_ONCE
              ? "what the sink gets may have been counted twice"
              : "rows may be missing from what the sink gets";
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "Option '"
              + OF_SINK.name()
              + "' of the sink '"
              + sink.name()
              + "' cannot be '"
              + wanted.spelled()
              + "' while the server runs with the guarantee "
              + spelled()
              + ": "
              + why
              + ". Leave the option out, or start the server with --guarantee exactly-once.");
    }
    return wanted;
  }
}

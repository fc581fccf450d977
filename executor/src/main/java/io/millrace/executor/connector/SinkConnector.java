package io.millrace.executor.connector;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import java.util.List;

/** A kind of sink, found by the name given in {@code 'connector' = '…'}. Thread-safe. */
public interface SinkConnector {
  String name();

  /** Its options, except {@code connector} itself. */
  List<ConfigOption<?>> options();

  /** Checks options, types, changelog and the target, and opens the sink. */
  Sink open(RelationSpec.Sink spec, ChangelogMode input, Options options);
}

package io.millrace.executor.connector;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.RelationSpec;
import java.util.List;

/** A kind of source, found by the name given in {@code 'connector' = '…'}. Thread-safe. */
public interface SourceConnector {
  String name();

  /** Its options, except {@code connector} itself. */
  List<ConfigOption<?>> options();

  /**
   * Checks everything that can be checked without reading much (options, types, that files are
   * there and headers match), and opens the source.
   */
  Source open(RelationSpec.Source spec, Options options, SourceContext context);
}

package io.millrace.executor.translate;

import java.util.List;

/** The translators of all kinds of nodes that this engine has. */
public final class StandardTranslators {
  private StandardTranslators() {}

  public static List<NodeTranslator<?>> all() {
    return List.of(
        new RelationScanTranslator(),
        new ValuesTranslator(),
        new CalcTranslator(),
        new ExchangeTranslator(),
        new GroupAggregateTranslator(),
        new JoinTranslator(),
        new RankTranslator(),
        new SessionWindowTranslator(),
        new LateFilterTranslator(),
        new LateRowsTranslator(),
        new UnionAllTranslator(),
        new MaterializeTranslator(),
        new SinkWriteTranslator());
  }
}

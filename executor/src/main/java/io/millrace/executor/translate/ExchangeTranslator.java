package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import java.util.List;

final class ExchangeTranslator implements NodeTranslator<ExecNode.Exchange> {
  @Override
  public Class<ExecNode.Exchange> nodeType() {
    return ExecNode.Exchange.class;
  }

  @Override
  public void translate(ExecNode.Exchange node, TranslationContext context, GraphBuilder graph) {
    List<DataType> keyTypes = node.keys().stream().map(node.rowType()::type).toList();
    graph.exchange(node, keyTypes);
  }
}

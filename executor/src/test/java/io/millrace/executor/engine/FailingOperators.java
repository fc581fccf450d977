package io.millrace.executor.engine;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.ContentScan;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.ReadableOperator;
import io.millrace.executor.operator.materialize.MaterializeOperator;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.translate.GraphBuilder;
import io.millrace.executor.translate.NodeTranslator;
import io.millrace.executor.translate.PlanTranslator;
import io.millrace.executor.translate.StandardTranslators;
import io.millrace.executor.translate.TranslationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Makes the operators that keep some relations' rows fail at their next batch. Thread-safe. */
final class FailingOperators {
  private final Set<Long> failing = ConcurrentHashMap.newKeySet();

  void fail(long relationId) {
    failing.add(relationId);
  }

  void heal() {
    failing.clear();
  }

  /** Translates plans as an engine does, but for these operators. */
  PlanTranslator translator() {
    List<NodeTranslator<?>> translators = new ArrayList<>(StandardTranslators.all());
    translators.add(new Translator());
    return new PlanTranslator(translators);
  }

  private final class Translator implements NodeTranslator<ExecNode.Materialize> {
    @Override
    public Class<ExecNode.Materialize> nodeType() {
      return ExecNode.Materialize.class;
    }

    @Override
    public void translate(
        ExecNode.Materialize node, TranslationContext context, GraphBuilder graph) {
      OperatorFactory real = MaterializeOperator.factory(node, graph.changelog(node.input()));
      graph.operator(
          node,
          "materialize",
          operatorContext ->
              new Failing(node.relationId(), (ReadableOperator) real.create(operatorContext)));
    }
  }

  private final class Failing implements ReadableOperator {
    private final long relationId;
    private final ReadableOperator operator;

    Failing(long relationId, ReadableOperator operator) {
      this.relationId = relationId;
      this.operator = operator;
    }

    @Override
    public void process(int input, ChangeBatch batch, Output output) {
      if (failing.contains(relationId)) {
        throw new IllegalStateException("The operator of " + relationId + " is broken");
      }
      operator.process(input, batch, output);
    }

    @Override
    public boolean proceed(Output output) {
      return operator.proceed(output);
    }

    @Override
    public boolean finishEpoch(long epoch, Output output) {
      return operator.finishEpoch(epoch, output);
    }

    @Override
    public RelationRows read(ReadRequest request) {
      return operator.read(request);
    }

    @Override
    public ContentScan scanContent() {
      return operator.scanContent();
    }

    @Override
    public void setChangelogWanted(boolean wanted) {
      operator.setChangelogWanted(wanted);
    }

    @Override
    public void close() {
      operator.close();
    }
  }
}

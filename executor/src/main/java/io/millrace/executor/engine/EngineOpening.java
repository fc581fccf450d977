package io.millrace.executor.engine;

import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.translate.PlanTranslator;
import java.util.List;
import java.util.function.Function;

/**
 * What the parts of an engine are made of, however many workers there are.
 *
 * @param states makes state backends of engines with a configuration
 */
record EngineOpening(
    Connectors connectors,
    EngineEnvironment environment,
    PlanTranslator translator,
    Function<EngineConfig, StateBackendFactory> states) {
  /**
   * Opens everything, restores the newest checkpoint and begins to run.
   *
   * @param catalog in the order of creation
   */
  EngineParts open(EngineConfig config, List<RelationSpec> catalog) {
    return EngineParts.open(
        config, connectors, environment, translator, states.apply(config), catalog);
  }
}

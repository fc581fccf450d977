package io.millrace.executor.operator;

/** Makes the shards of one operator. Immutable, made once from the plan, shared by all workers. */
@FunctionalInterface
public interface OperatorFactory {
  Operator create(OperatorContext context);
}

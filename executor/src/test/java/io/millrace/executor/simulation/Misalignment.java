package io.millrace.executor.simulation;

import io.millrace.executor.task.OperatorTask;
import io.millrace.executor.worker.Worker;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Breaks a worker: its tasks forget which of their inputs have delivered the barrier. */
final class Misalignment {
  private Misalignment() {}

  static void of(Worker worker) {
    Map<?, ?> shards = (Map<?, ?>) get(worker.relations(), "deployed");
    for (Object shard : shards.values()) {
      for (Object task : (List<?>) get(shard, "operatorTasks")) {
        Arrays.fill((boolean[]) get((OperatorTask) task, "aligned"), false);
      }
    }
  }

  private static Object get(Object object, String name) {
    try {
      Field field = object.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("There is no " + name + " in " + object.getClass() + " any more", e);
    }
  }
}

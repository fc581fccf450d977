package io.millrace.server.statement;

import io.millrace.executor.engine.Engine;
import java.util.concurrent.atomic.AtomicBoolean;

/** CHECKPOINT. */
record CheckpointCommand(Engine engine) implements Command {
  @Override
  public String tag() {
    return "CHECKPOINT";
  }

  @Override
  public void run(AtomicBoolean cancelled) {
    engine.checkpoint();
  }
}

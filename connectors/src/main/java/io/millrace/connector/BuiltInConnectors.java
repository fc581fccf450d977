package io.millrace.connector;

import io.millrace.connector.blackhole.BlackholeConnector;
import io.millrace.connector.datagen.DatagenConnector;
import io.millrace.connector.filesystem.FileSinkConnector;
import io.millrace.connector.filesystem.FileSourceConnector;
import io.millrace.connector.nexmark.NexmarkConnector;
import io.millrace.executor.connector.Connectors;
import java.util.List;

/** All connectors of this module. */
public final class BuiltInConnectors {
  private BuiltInConnectors() {}

  public static Connectors create() {
    return new Connectors(
        List.of(new FileSourceConnector(), new DatagenConnector(), new NexmarkConnector()),
        List.of(new FileSinkConnector(), new BlackholeConnector()));
  }
}

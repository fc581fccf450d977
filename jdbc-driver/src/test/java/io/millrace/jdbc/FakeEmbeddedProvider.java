package io.millrace.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.calcite.avatica.remote.ProtobufHandler;

/** An engine that answers by a {@link ScriptedMeta} and writes down what is opened and closed. */
public final class FakeEmbeddedProvider implements EmbeddedDatabaseProvider {

  static final List<String> opened = new CopyOnWriteArrayList<>();
  static final List<String> closed = new CopyOnWriteArrayList<>();
  static volatile Map<String, String> lastOptions = Map.of();
  static volatile Supplier<RuntimeException> failure;
  static volatile String greeting;

  static void reset() {
    opened.clear();
    closed.clear();
    lastOptions = Map.of();
    failure = null;
    greeting = WireProtocol.greeting("9.8.7");
  }

  @Override
  public EmbeddedDatabase open(String directoryOrNull, Map<String, String> properties) {
    if (failure != null) {
      throw failure.get();
    }
    String name = String.valueOf(directoryOrNull);
    opened.add(name);
    lastOptions = properties;
    ScriptedMeta meta = new ScriptedMeta();
    meta.greeting = greeting;
    meta.scripts.put("q", ScriptedMeta.numbers(2));
    ProtobufHandler handler = TestServer.handler(meta);
    return new EmbeddedDatabase() {
      @Override
      public byte[] call(byte[] protobufRequest) {
        return handler.apply(protobufRequest).getResponse();
      }

      @Override
      public void close() {
        closed.add(name);
      }
    };
  }
}

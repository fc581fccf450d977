package io.millrace.jdbc;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;

/** A server on a free port of this machine that answers by a {@link ScriptedMeta}. */
final class TestServer implements AutoCloseable {

  final ScriptedMeta meta = new ScriptedMeta();
  final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  static {
    // Otherwise each answer waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  TestServer() {
    ProtobufHandler handler = handler(meta);
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(threads);
    http.createContext(
        "/",
        exchange -> {
          String authorization = exchange.getRequestHeaders().getFirst("Authorization");
          authorizations.add(String.valueOf(authorization));
          byte[] request = exchange.getRequestBody().readAllBytes();
          Handler.HandlerResponse<byte[]> response = handler.apply(request);
          exchange.sendResponseHeaders(response.getStatusCode(), response.getResponse().length);
          exchange.getResponseBody().write(response.getResponse());
          exchange.close();
        });
    http.start();
  }

  static ProtobufHandler handler(ScriptedMeta meta) {
    return new ProtobufHandler(
        new LocalService(meta), new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
  }

  int port() {
    return http.getAddress().getPort();
  }

  String url() {
    return "jdbc:millrace://localhost:" + port() + "/";
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}

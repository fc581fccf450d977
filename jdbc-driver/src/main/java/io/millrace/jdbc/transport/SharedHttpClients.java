package io.millrace.jdbc.transport;

import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * One HTTP client for all connections with the same timeout: each client has threads of its own.
 *
 * <p>Held weakly, so that the threads end when the last connection is gone.
 */
final class SharedHttpClients {

  private static final Map<Duration, WeakReference<HttpClient>> CLIENTS = new HashMap<>();

  private SharedHttpClients() {}

  /** Returns a client; {@code connectTimeout} null means no bound. */
  static synchronized HttpClient get(Duration connectTimeout) {
    WeakReference<HttpClient> held = CLIENTS.get(connectTimeout);
    HttpClient client = held == null ? null : held.get();
    if (client == null) {
      client = create(connectTimeout);
      CLIENTS.put(connectTimeout, new WeakReference<>(client));
    }
    return client;
  }

  private static HttpClient create(Duration connectTimeout) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (connectTimeout != null) {
      builder.connectTimeout(connectTimeout);
    }
    return builder.build();
  }
}

package io.millrace.jdbc.transport;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * Posts requests to a Millrace server over HTTP/1.1, keeping its connections open between requests.
 *
 * <p>A request is never sent twice: it may be an INSERT that the server has already done.
 */
public final class HttpTransport implements Transport {

  private final URI endpoint;
  private final String address;
  private final String authorization;
  private final HttpClient client;
  private final Map<Thread, CompletableFuture<?>> inFlight = new ConcurrentHashMap<>();
  private volatile Duration timeout;

  /**
   * Creates a transport; connects on the first request.
   *
   * @param endpoint {@code http://host:port/} or {@code https://host:port/}
   * @param user name for HTTP basic authentication, or null for none
   * @param password may be null
   * @param connectTimeout how long to wait for the TCP connection; null for no bound
   */
  public HttpTransport(URI endpoint, String user, String password, Duration connectTimeout) {
    this.endpoint = endpoint;
    this.address = endpoint.getAuthority();
    this.authorization = user == null ? null : basic(user, password == null ? "" : password);
    this.client = SharedHttpClients.get(connectTimeout);
  }

  private static String basic(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public byte[] send(byte[] request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request));
    if (authorization != null) {
      builder.header("Authorization", authorization);
    }
    Duration bound = timeout;
    if (bound != null) {
      builder.timeout(bound);
    }
    CompletableFuture<HttpResponse<byte[]>> call =
        client.sendAsync(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
    Thread caller = Thread.currentThread();
    inFlight.put(caller, call);
    try {
      return body(call.get());
    } catch (InterruptedException e) {
      call.cancel(true);
      caller.interrupt();
      throw new SqlFailure(
          SqlErrors.of(SqlStates.CANCELLED, "interrupted while waiting for " + address, e));
    } catch (CancellationException e) {
      throw new SqlFailure(SqlErrors.of(SqlStates.CANCELLED, "the request was cancelled", e));
    } catch (ExecutionException e) {
      throw new SqlFailure(failure(e.getCause(), bound));
    } finally {
      inFlight.remove(caller, call);
    }
  }

  private byte[] body(HttpResponse<byte[]> response) {
    return switch (response.statusCode()) {
      // An error of the server comes with 4xx or 5xx and its description in the body.
      case 200, 400, 500 -> response.body();
      case 401, 403 ->
          throw new SqlFailure(
              SqlErrors.of(
                  SqlStates.INVALID_AUTHORIZATION,
                  address
                      + (authorization == null
                          ? " asks for a user: set the properties user and password"
                          : " does not accept this user and password")));
      default ->
          throw new SqlFailure(
              SqlErrors.of(
                  SqlStates.CANNOT_CONNECT,
                  address
                      + " answered with HTTP status "
                      + response.statusCode()
                      + ", as no Millrace server does. Check host and port"
                      + " (a server listens on 8765 by default)"));
    };
  }

  private SQLException failure(Throwable cause, Duration bound) {
    if (cause instanceof HttpConnectTimeoutException) {
      return SqlErrors.of(
          SqlStates.CANNOT_CONNECT,
          "no answer from "
              + address
              + " within "
              + client.connectTimeout().map(Duration::toMillis).orElse(0L)
              + " ms. Check host, port and firewall, or raise connectTimeout",
          cause);
    }
    if (cause instanceof HttpTimeoutException) {
      return SqlErrors.of(
          SqlStates.CONNECTION_FAILED,
          address + " did not answer within the network timeout of " + bound.toMillis() + " ms",
          cause);
    }
    if (cause instanceof ConnectException) {
      return isUnresolved(cause)
          ? SqlErrors.of(
              SqlStates.CANNOT_CONNECT,
              "the host " + endpoint.getHost() + " is not known. Check its name in the URL",
              cause)
          : SqlErrors.of(
              SqlStates.CANNOT_CONNECT,
              "no server listens on "
                  + address
                  + ". Start one there (./millrace server --port "
                  + endpoint.getPort()
                  + ") or correct host and port in the URL",
              cause);
    }
    if (cause instanceof IOException) {
      return SqlErrors.of(
          SqlStates.CONNECTION_FAILED,
          "the connection to "
              + address
              + " broke before the answer came ("
              + cause.getMessage()
              + "). It is not known whether the statement was done",
          cause);
    }
    return SqlErrors.of(SqlStates.CONNECTION_FAILED, "request to " + address + " failed", cause);
  }

  private static boolean isUnresolved(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof UnresolvedAddressException || t instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void abort(Thread caller) {
    CompletableFuture<?> call = inFlight.get(caller);
    if (call != null) {
      call.cancel(true);
    }
  }

  @Override
  public void setTimeout(Duration timeout) {
    this.timeout = timeout;
  }

  @Override
  public String address() {
    return address;
  }

  /** Ends calls in flight. Idle connections close when the client is collected or times out. */
  @Override
  public void close() {
    inFlight.values().forEach(call -> call.cancel(true));
  }
}

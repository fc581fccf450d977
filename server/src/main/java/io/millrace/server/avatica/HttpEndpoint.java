package io.millrace.server.avatica;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.ServerVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@link AvaticaEndpoint} over HTTP: messages come by POST to any path. GET tells people what
 * this is, and {@code /health} tells watchdogs that it answers.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int MAX_REQUEST_BYTES = 64 << 20;
  private static final int MAX_THREADS = 1_024;
  private static final long IDLE_MILLIS = 300_000;
  private static final long STOP_MILLIS = 5_000;

  private final AvaticaEndpoint endpoint;
  private final Server server;
  private final ServerConnector connector;

  private HttpEndpoint(AvaticaEndpoint endpoint, String host, int port) {
    this.endpoint = endpoint;
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4);
    threads.setName("millrace-http");
    this.server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.setHandler(new GracefulHandler(new Messages()));
    server.setStopTimeout(STOP_MILLIS);
  }

  /**
   * Listens from now on.
   *
   * @param endpoint closed together with this
   * @param host an address of this machine that others cannot reach
   * @param port 0 for any that is free
   * @throws MillraceException INVALID_OPTION for another address, PORT_IN_USE
   */
  public static HttpEndpoint start(AvaticaEndpoint endpoint, String host, int port) {
    checkPrivate(host);
    HttpEndpoint http = new HttpEndpoint(endpoint, host, port);
    try {
      http.connector.open();
      http.server.start();
      return http;
    } catch (IOException e) {
      http.stop();
      throw cannotListen(host, port, e);
    } catch (Exception e) {
      http.stop();
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "The HTTP server does not start: " + e.getMessage(), e);
    }
  }

  private static MillraceException cannotListen(String host, int port, IOException error) {
    // Jetty wraps what the operating system says, which is the better reason.
    Throwable reason = error.getCause() instanceof BindException cause ? cause : error;
    return new MillraceException(
        ErrorCode.PORT_IN_USE,
        "Cannot listen on "
            + host
            + ":"
            + port
            + ": "
            + reason.getMessage()
            + ". Stop the other server, or choose another port with --port.",
        error);
  }

  private static void checkPrivate(String host) {
    try {
      if (InetAddress.getByName(host).isLoopbackAddress()) {
        return;
      }
    } catch (UnknownHostException e) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "'" + host + "' is no known host or address. Use 127.0.0.1 or localhost.",
          e);
    }
    throw new MillraceException(
        ErrorCode.INVALID_OPTION,
        "Others could reach the server at '"
            + host
            + "', and anybody who can may read and change everything, because there are no users"
            + " yet. Use 127.0.0.1 or localhost, and for access from elsewhere an SSH tunnel or a"
            + " proxy that asks who it is.");
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Ends what clients do, lets them know, and stops to listen. */
  @Override
  public void close() {
    endpoint.close();
    stop();
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop in an orderly way", e);
    }
  }

  /** What to do with each HTTP request. */
  private final class Messages extends Handler.Abstract {

    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      String method = request.getMethod();
      if (HttpMethod.POST.is(method)) {
        post(request, response, callback);
      } else if (HttpMethod.GET.is(method) || HttpMethod.HEAD.is(method)) {
        get(request, response, callback);
      } else {
        response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
        text(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "Only GET and POST.");
      }
      return true;
    }

    private void get(Request request, Response response, Callback callback) {
      switch (Request.getPathInContext(request)) {
        case "/health" -> text(response, callback, HttpStatus.OK_200, "ok");
        case "/" ->
            text(
                response,
                callback,
                HttpStatus.OK_200,
                "Millrace "
                    + ServerVersion.text()
                    + ". Connect by JDBC: jdbc:millrace://"
                    + Request.getServerName(request)
                    + ":"
                    + port()
                    + "/");
        default ->
            text(response, callback, HttpStatus.NOT_FOUND_404, "Nothing here. See / and /health.");
      }
    }

    private void post(Request request, Response response, Callback callback) throws IOException {
      if (request.getHeaders().contains(HttpHeader.ORIGIN)) {
        // Only browsers send it: some web page tries to use the server behind its user's back.
        text(response, callback, HttpStatus.FORBIDDEN_403, "Not from a web page.");
        return;
      }
      byte[] message;
      try (InputStream body = Content.Source.asInputStream(request)) {
        message = body.readNBytes(MAX_REQUEST_BYTES + 1);
      }
      if (message.length > MAX_REQUEST_BYTES) {
        text(
            response,
            callback,
            HttpStatus.PAYLOAD_TOO_LARGE_413,
            "A request may have " + MAX_REQUEST_BYTES + " bytes. Send smaller batches.");
        return;
      }
      AvaticaEndpoint.Answer answer = endpoint.answer(message);
      response.setStatus(answer.status());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/x-google-protobuf");
      response.write(true, ByteBuffer.wrap(answer.message()), callback);
    }

    private void text(Response response, Callback callback, int status, String text) {
      response.setStatus(status);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
      byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
      response.write(true, ByteBuffer.wrap(bytes), callback);
    }
  }
}

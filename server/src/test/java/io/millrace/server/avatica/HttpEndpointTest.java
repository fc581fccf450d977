package io.millrace.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.SqlError;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HttpEndpointTest {
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> send(TestEndpoint server, String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return client.send(request.uri(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder post(byte[] body) {
    return HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofByteArray(body));
  }

  @Test
  void tellsPeopleAndWatchdogsWhatItIs() throws Exception {
    try (TestEndpoint server = new TestEndpoint()) {
      HttpResponse<String> hint = send(server, "/", HttpRequest.newBuilder());
      assertThat(hint.statusCode()).isEqualTo(200);
      assertThat(hint.body()).contains("jdbc:millrace://127.0.0.1:" + server.port() + "/");
      assertThat(send(server, "/health", HttpRequest.newBuilder()).body()).isEqualTo("ok\n");
      assertThat(send(server, "/other", HttpRequest.newBuilder()).statusCode()).isEqualTo(404);
      assertThat(send(server, "/", HttpRequest.newBuilder().DELETE()).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void refusesWebPagesAndSurvivesNonsense() throws Exception {
    try (TestEndpoint server = new TestEndpoint()) {
      HttpRequest.Builder fromPage = post(new byte[0]).header("Origin", "http://evil.example");
      assertThat(send(server, "/", fromPage).statusCode()).isEqualTo(403);
      assertThat(send(server, "/", post(new byte[] {1, 2, 3})).statusCode()).isEqualTo(500);
      assertThat(send(server, "/", post(new byte[0])).statusCode()).isEqualTo(500);
      assertThat(send(server, "/", post(new byte[(64 << 20) + 1])).statusCode()).isEqualTo(413);
      try (Connection connection = server.connect()) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }

  @Test
  void saysWhichPortIsInUse() {
    try (TestEndpoint server = new TestEndpoint()) {
      MillraceException error =
          catchThrowableOfType(
              MillraceException.class,
              () -> HttpEndpoint.start(server.endpoint(), "127.0.0.1", server.port()));
      assertThat(error.code()).isEqualTo(ErrorCode.PORT_IN_USE);
      assertThat(error).hasMessageContaining(":" + server.port()).hasMessageContaining("--port");
    }
  }

  @Test
  void listensWhereOthersCannotReachItOnly() {
    try (TestEndpoint server = new TestEndpoint()) {
      for (String host : new String[] {"0.0.0.0", "192.0.2.1", "::"}) {
        MillraceException error =
            catchThrowableOfType(
                MillraceException.class, () -> HttpEndpoint.start(server.endpoint(), host, 0));
        assertThat(error.code()).as(host).isEqualTo(ErrorCode.INVALID_OPTION);
        assertThat(error).hasMessageContaining("there are no users yet");
      }
    }
  }

  @Test
  void limitsConnectionsAndStatements() throws SQLException {
    EndpointLimits limits = new EndpointLimits(2, 3, Duration.ZERO, Duration.ZERO);
    try (TestEndpoint server = new TestEndpoint(limits);
        Connection first = server.connect();
        Connection second = server.connect()) {
      assertThat(SqlError.of(server::connect).state()).isEqualTo("54000");
      for (int i = 0; i < 3; i++) {
        first.createStatement();
      }
      assertThat(SqlError.of(first::createStatement).message()).contains("3 open statements");
      assertThat(second.isValid(5)).isTrue();
    }
  }

  @Test
  void closesWhatIsIdle() throws SQLException {
    EndpointLimits limits =
        new EndpointLimits(10, 10, Duration.ofMinutes(60), Duration.ofMinutes(10));
    try (TestEndpoint server = new TestEndpoint(limits);
        Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      ResultSet result = statement.executeQuery("SELECT x FROM (VALUES (1), (2), (3)) AS t(x)");
      assertThat(result.next()).isTrue();
      server.endpoint().closeIdle(System.nanoTime() + Duration.ofMinutes(20).toNanos());
      assertThat(SqlError.of(result::next).message()).contains("no longer holds this result");
      assertThat(connection.isValid(5)).isTrue();
      server.endpoint().closeIdle(System.nanoTime() + Duration.ofMinutes(61).toNanos());
      assertThat(server.endpoint().openConnections()).isZero();
      assertThat(SqlError.of(() -> statement.executeQuery("SELECT 1")).message())
          .contains("no longer knows this connection");
    }
  }
}

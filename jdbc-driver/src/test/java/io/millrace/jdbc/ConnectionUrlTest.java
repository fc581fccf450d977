package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionUrlTest {

  private static ConnectionUrl parse(String url) throws SQLException {
    return ConnectionUrl.parse(url, new Properties());
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:millrace://db.example.org, http://db.example.org:8765/",
    "jdbc:millrace://db.example.org/, http://db.example.org:8765/",
    "jdbc:millrace://10.0.0.1:9000/, http://10.0.0.1:9000/",
    "jdbc:millrace://[::1]:9000/, http://[::1]:9000/",
    "jdbc:millrace://h:1/?ssl=true, https://h:1/",
    "JDBC:MILLRACE://h:1/, http://h:1/",
  })
  void serverUrlsNameAnEndpoint(String url, String endpoint) throws SQLException {
    assertThat(parse(url).target()).isEqualTo(new ConnectionUrl.Server(URI.create(endpoint)));
  }

  @Test
  void inProcessUrlsNameADirectoryOrNothing() throws SQLException {
    assertThat(parse("jdbc:millrace:embedded:/var/data dir").target())
        .isEqualTo(new ConnectionUrl.Directory("/var/data dir"));
    assertThat(parse("jdbc:millrace:memory:").target()).isEqualTo(new ConnectionUrl.Memory(""));
    assertThat(parse("jdbc:millrace:memory:shop?workers=2").target())
        .isEqualTo(new ConnectionUrl.Memory("shop"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:millrace:",
        "jdbc:millrace:localhost:8765",
        "jdbc:millrace:embedded:",
        "jdbc:millrace:///",
        "jdbc:millrace://h:port/",
        "jdbc:millrace://h:99999/",
        "jdbc:millrace://h:1/database",
        "jdbc:millrace:file:/tmp"
      })
  void otherFormsAreRefusedWithTheRightOnes(String url) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(url)
        .hasMessageContaining("jdbc:millrace://host:port/")
        .hasMessageContaining("jdbc:millrace:embedded:<directory>")
        .hasMessageContaining("jdbc:millrace:memory:")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("08001");
  }

  @Test
  void callersPropertiesWinOverTheUrl() throws SQLException {
    Properties info = new Properties();
    info.setProperty("USER", "ann");
    ConnectionUrl url = ConnectionUrl.parse("jdbc:millrace://h/?user=bob&password=a%26b", info);
    assertThat(url.properties()).containsEntry("user", "ann").containsEntry("password", "a&b");
  }

  @Test
  void unknownPropertiesInTheUrlAreErrorsUnlessADatabaseInProcessMayKnowThem() throws SQLException {
    assertThatThrownBy(() -> parse("jdbc:millrace://h/?fetchsise=3"))
        .hasMessageContaining("fetchsise")
        .hasMessageContaining("fetchSize");
    assertThat(parse("jdbc:millrace:memory:?workers=3").properties()).containsEntry("workers", "3");
  }

  @Test
  void valuesOfTheWrongKindAreErrors() {
    assertThatThrownBy(() -> parse("jdbc:millrace://h/?ssl=perhaps")).hasMessageContaining("ssl");
    assertThatThrownBy(
            () -> DriverProperty.CONNECT_TIMEOUT.getInt(java.util.Map.of("connectTimeout", "5s")))
        .hasMessageContaining("connectTimeout")
        .hasMessageContaining("5s");
  }
}

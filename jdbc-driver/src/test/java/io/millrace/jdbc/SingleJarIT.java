package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The one jar that users drop into a tool, alone on a class path of its own. */
final class SingleJarIT {

  private static final Path JAR = Path.of(System.getProperty("millrace.driver.jar"));

  private static URLClassLoader alone() throws IOException {
    return new URLClassLoader(
        new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  private static Driver driver(ClassLoader loader) {
    List<Driver> drivers =
        ServiceLoader.load(Driver.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .filter(driver -> driver.getClass().getClassLoader() == loader)
            .toList();
    assertThat(drivers).hasSize(1);
    return drivers.get(0);
  }

  @Test
  void holdsNothingThatCouldMeetAToolsOwnLibraries() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().filter(e -> !e.isDirectory()).map(e -> e.getName()))
          .allMatch(name -> name.startsWith("io/millrace/jdbc/") || name.startsWith("META-INF/"))
          .contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY-LICENSES");
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .isEqualTo(DriverInfo.version());
      assertThat(jar.getManifest().getMainAttributes().getValue("Bundle-Version"))
          .isEqualTo(DriverInfo.version());
      try (InputStream services =
          jar.getInputStream(jar.getEntry("META-INF/services/java.sql.Driver"))) {
        assertThat(new String(services.readAllBytes(), StandardCharsets.UTF_8).strip())
            .isEqualTo("io.millrace.jdbc.MillraceDriver");
      }
    }
  }

  @Test
  void talksToAServer() throws Exception {
    try (TestServer server = new TestServer();
        URLClassLoader loader = alone()) {
      server.meta.scripts.put("q", ScriptedMeta.numbers(2_500));
      server.meta.scripts.put("insert ?", new ScriptedMeta.Count(1));
      server.meta.scripts.put("bad", new ScriptedMeta.Fails("no column x", 1002, "42703"));
      try (Connection connection = driver(loader).connect(server.url(), new Properties())) {
        assertThat(connection.getMetaData().getDriverName()).isEqualTo("Millrace JDBC Driver");
        try (ResultSet rows = connection.createStatement().executeQuery("q")) {
          int count = 0;
          while (rows.next()) {
            assertThat(rows.getLong(1)).isEqualTo(count++);
          }
          assertThat(count).isEqualTo(2_500);
        }
        try (PreparedStatement insert = connection.prepareStatement("insert ?")) {
          insert.setString(1, "x");
          insert.addBatch();
          assertThat(insert.executeBatch()).containsExactly(1);
        }
        assertThat(connection.getMetaData().getTables(null, null, null, null).next()).isTrue();
        assertThatThrownBy(() -> connection.createStatement().execute("bad"))
            .hasMessage("no column x")
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("42703");
      }
    }
  }

  @Test
  void withoutTheEngineItNamesTheArtifactToAdd() throws Exception {
    ClassLoader full = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = alone()) {
      Thread.currentThread().setContextClassLoader(loader);
      Driver driver = driver(loader);
      assertThatThrownBy(() -> driver.connect("jdbc:millrace:memory:", new Properties()))
          .hasMessageContaining("io.millrace:millrace-server:" + DriverInfo.version())
          .hasMessageContaining("jdbc:millrace://host:8765/");
    } finally {
      Thread.currentThread().setContextClassLoader(full);
    }
  }
}

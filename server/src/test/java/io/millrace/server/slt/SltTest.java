package io.millrace.server.slt;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every script below {@code src/test/resources/slt}, in both modes, with 1 and 4 workers. */
final class SltTest {

  @TestFactory
  Stream<DynamicTest> scripts() throws IOException, URISyntaxException {
    Path directory = Path.of(Objects.requireNonNull(SltTest.class.getResource("/slt")).toURI());
    List<Path> files;
    try (Stream<Path> paths = Files.list(directory)) {
      files = paths.filter(SltTest::isWanted).sorted().toList();
    }
    return files.stream()
        .flatMap(
            file ->
                Stream.of(SltRunner.Mode.values())
                    .flatMap(mode -> Stream.of(1, 4).map(workers -> test(file, mode, workers))));
  }

  /** Whether it is a script; its name fits the pattern in the property {@code slt}, if any. */
  private static boolean isWanted(Path path) {
    String name = path.getFileName().toString();
    String only = System.getProperty("slt");
    return only == null ? name.endsWith(".slt") : name.matches("(" + only + ")\\.slt");
  }

  private static DynamicTest test(Path file, SltRunner.Mode mode, int workers) {
    String name = file.getFileName() + ", " + mode + ", " + workers + " workers";
    return DynamicTest.dynamicTest(name, () -> run(SltScript.read(file), mode, workers));
  }

  private static void run(SltScript script, SltRunner.Mode mode, int workers) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:millrace:memory:?workers=" + workers)) {
      SltRunner.run(connection, script, mode);
    }
  }
}

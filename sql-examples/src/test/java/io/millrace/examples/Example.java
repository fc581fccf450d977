package io.millrace.examples;

import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An example program and the same in DuckDB's SQL. Both give their answers by SELECTs, in the same
 * order.
 *
 * @param statements of the program
 * @param reference of the program in DuckDB's SQL
 */
record Example(String name, List<String> statements, List<String> reference) {
  private static final Path EXAMPLES = Path.of("sql-examples", "examples");
  private static final Pattern DATA_FILE = Pattern.compile("sql-examples/data/[^']+");
  private static final Pattern CREATED_SOURCE = Pattern.compile("CREATE SOURCE (\\w+).*");
  private static final Pattern GENERATED_ROWS =
      Pattern.compile("'number-of-(rows|events)' = '\\d+'");

  static List<Example> all() {
    try (Stream<Path> directories = Files.list(EXAMPLES)) {
      return directories.sorted().map(Example::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Example read(Path directory) {
    String name = directory.getFileName().toString();
    try {
      String program = Files.readString(directory.resolve(name + ".sql"));
      String reference = Files.readString(directory.resolve("reference.sql"));
      return new Example(
          name,
          MillraceParser.parseScript(program).stream().map(ParsedStatement::text).toList(),
          Arrays.stream(reference.split(";\\s*\n")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> definitions() {
    return statements.stream().filter(sql -> !isQuery(sql)).toList();
  }

  List<String> queries() {
    return statements.stream().filter(Example::isQuery).toList();
  }

  List<String> referenceDefinitions() {
    return reference.stream().filter(sql -> !isQuery(sql)).toList();
  }

  List<String> referenceQueries() {
    return reference.stream().filter(Example::isQuery).toList();
  }

  private static boolean isQuery(String sql) {
    return sql.startsWith("SELECT");
  }

  List<String> sources() {
    return statements.stream()
        .map(sql -> CREATED_SOURCE.matcher(sql.lines().findFirst().orElseThrow()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .toList();
  }

  /** Whether its rows are made up, not read from a file. */
  boolean isGenerated() {
    String program = statements.toString();
    return program.contains("'datagen'") || program.contains("'nexmark'");
  }

  /** The file that the program reads. */
  Path dataFile() {
    return statements.stream()
        .map(DATA_FILE::matcher)
        .filter(Matcher::find)
        .map(matcher -> Path.of(matcher.group()))
        .findFirst()
        .orElseThrow();
  }

  /** The same example on another file, which the program goes on reading when it grows. */
  Example watching(Path file) {
    return with(
        sql ->
            DATA_FILE
                .matcher(sql)
                .replaceAll(Matcher.quoteReplacement(file.toString()))
                .replace(
                    "'connector' = 'filesystem',",
                    "'connector' = 'filesystem',\n'watch' = 'true',"));
  }

  /** The same example with so many generated rows, or events, of each source. */
  Example generating(int rows) {
    return with(sql -> GENERATED_ROWS.matcher(sql).replaceAll("'number-of-$1' = '" + rows + "'"));
  }

  private Example with(UnaryOperator<String> change) {
    return new Example(
        name, statements.stream().map(change).toList(), reference.stream().map(change).toList());
  }

  @Override
  public String toString() {
    return name;
  }
}

package io.millrace.server.slt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Cases as text: {@code statement ok}, {@code statement error [part of the message]}, {@code query
 * <types> [nosort|rowsort] [once]}, with the expected rows below {@code ----}, where {@code once}
 * stands for a query that no materialized view can have, and {@code await}, which repeats a query
 * of one number until the number is 0.
 *
 * @param name for messages
 */
public record SltScript(String name, List<Step> steps) {

  /** One step; lines count from 1. */
  public sealed interface Step {
    int line();

    String sql();
  }

  /**
   * A statement.
   *
   * @param error what the message of its error must contain; null: it must work
   */
  public record Statement(int line, String sql, String error) implements Step {}

  /**
   * A query.
   *
   * @param types one letter a column: I whole number, R other number, T text
   * @param sorted whether the order of rows does not count
   * @param once whether it is asked as it stands only
   */
  public record Query(
      int line, String sql, String types, boolean sorted, boolean once, List<String> rows)
      implements Step {}

  /** A query of one number, which some time is 0. */
  public record Await(int line, String sql) implements Step {}

  public static SltScript read(Path file) {
    try {
      return parse(file.getFileName().toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static SltScript parse(String name, String text) {
    List<Step> steps = new ArrayList<>();
    List<String> lines = text.lines().toList();
    int next = 0;
    while (next < lines.size()) {
      String line = lines.get(next).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        next++;
        continue;
      }
      int end = next;
      while (end < lines.size() && !lines.get(end).isBlank()) {
        end++;
      }
      steps.add(step(name, next + 1, lines.subList(next, end)));
      next = end;
    }
    return new SltScript(name, List.copyOf(steps));
  }

  private static Step step(String name, int line, List<String> block) {
    String[] words = block.get(0).strip().split("\\s+", 3);
    int rule = block.indexOf("----");
    String sql = String.join("\n", block.subList(1, rule < 0 ? block.size() : rule));
    String verb = words[0] + (words.length > 1 && words[0].equals("statement") ? words[1] : "");
    return switch (verb) {
      case "statementok" -> new Statement(line, sql, null);
      case "await" -> new Await(line, sql);
      case "statementerror" -> new Statement(line, sql, words.length > 2 ? words[2] : "");
      case "query" -> {
        if (rule < 0 || words.length < 2) {
          throw new IllegalArgumentException(name + ":" + line + ": a query without types or rows");
        }
        List<String> options =
            words.length > 2 ? List.of(words[2].strip().split("\\s+")) : List.of();
        yield new Query(
            line,
            sql,
            words[1],
            options.contains("rowsort"),
            options.contains("once"),
            List.copyOf(block.subList(rule + 1, block.size())));
      }
      default ->
          throw new IllegalArgumentException(name + ":" + line + ": unknown: " + block.get(0));
    };
  }
}

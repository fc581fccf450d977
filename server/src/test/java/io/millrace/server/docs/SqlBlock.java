package io.millrace.server.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of SQL in a Markdown file.
 *
 * @param line of the fence, from 1
 * @param sql what stands between the fences
 */
record SqlBlock(int line, String sql) {
  private static final String FENCE = "```";

  /**
   * The blocks of a file whose fence says {@code sql} and nothing else. A fence that says {@code
   * sql no-run} shows SQL that cannot run on its own.
   */
  static List<SqlBlock> of(Path markdown) throws IOException {
    List<SqlBlock> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(markdown);
    int at = 0;
    while (at < lines.size()) {
      String info = fence(lines.get(at));
      int start = at++;
      if (info == null) {
        continue;
      }
      List<String> content = new ArrayList<>();
      while (at < lines.size() && fence(lines.get(at)) == null) {
        content.add(lines.get(at++));
      }
      at++;
      if (info.equals("sql")) {
        blocks.add(new SqlBlock(start + 1, String.join("\n", content)));
      }
    }
    return blocks;
  }

  private static String fence(String line) {
    String stripped = line.strip();
    return stripped.startsWith(FENCE) ? stripped.substring(FENCE.length()).strip() : null;
  }
}

package io.millrace.server.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Shows the demo's answer: over and over at one place of a terminal, otherwise a line each time.
 */
final class DemoScreen {
  private static final int AIRPORTS = 8;
  private static final int AIRPORTS_IN_LINE = 4;
  private static final int BAR = 40;

  /** Terminals go so many lines up, to the first column, and erase what is below. */
  private static final String UP_AND_ERASE = "\u001b[%dA\r\u001b[J";

  private final PrintWriter out;
  private final boolean terminal;
  private final int total;
  private int shownLines;

  DemoScreen(PrintWriter out, boolean terminal, int total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
  }

  void show(FlightViews.Answer answer) {
    if (terminal) {
      if (shownLines > 0) {
        out.printf(Locale.ROOT, UP_AND_ERASE, shownLines);
      }
      List<String> lines = table(answer);
      lines.forEach(out::println);
      shownLines = lines.size();
    } else {
      out.println(line(answer));
    }
    out.flush();
  }

  private String progress(FlightViews.Answer answer) {
    return String.format(Locale.ROOT, "%,d of %,d flights", answer.flights(), total);
  }

  private String line(FlightViews.Answer answer) {
    String most =
        answer.airports().stream()
            .limit(AIRPORTS_IN_LINE)
            .map(airport -> airport.origin() + " " + airport.flights())
            .collect(Collectors.joining(", "));
    return progress(answer) + (most.isEmpty() ? "" : "; most from " + most);
  }

  private List<String> table(FlightViews.Answer answer) {
    List<String> lines = new ArrayList<>();
    lines.add("origin  flights   late  worst delay  destinations");
    for (FlightViews.Airport airport : answer.airports().stream().limit(AIRPORTS).toList()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-6s %,8d %,6d %8d min %13d",
              airport.origin(),
              airport.flights(),
              airport.late(),
              airport.worstDelay(),
              airport.destinations()));
    }
    int filled = (int) (BAR * answer.flights() / total);
    lines.add("[" + "#".repeat(filled) + " ".repeat(BAR - filled) + "] " + progress(answer));
    return lines;
  }
}

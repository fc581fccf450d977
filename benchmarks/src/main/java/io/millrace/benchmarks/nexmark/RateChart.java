package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import java.util.List;
import java.util.Locale;

/**
 * Draws events by second as an SVG image: for each query a bar for each system, as long as the
 * median, with a line from the worst to the best run. Rates differ by orders of magnitude between
 * queries, so the scale is logarithmic.
 */
final class RateChart {
  private static final int WIDTH = 960;
  private static final int LEFT = 230;
  private static final int RIGHT = 90;
  private static final int TOP = 86;
  private static final int BOTTOM = 50;
  private static final int BAR = 13;
  private static final int GAP = 12;
  private static final int[] STEPS = {1, 2, 5};

  private final Measurements measurements;
  private final List<SystemUnderTest> systems;
  private final StringBuilder svg = new StringBuilder();
  private final double low;
  private final double high;

  /**
   * @param measurements at least one
   * @param systems in the order of their bars
   */
  RateChart(Measurements measurements, List<SystemUnderTest> systems) {
    this.measurements = measurements;
    this.systems = systems;
    double least = measurements.runs().stream().mapToDouble(RunResult::rate).min().orElseThrow();
    double most = measurements.runs().stream().mapToDouble(RunResult::rate).max().orElseThrow();
    // The shortest bar begins a decade before its end, so that it can be seen.
    low = Math.pow(10, Math.floor(Math.log10(least / 2)));
    high = most * 1.1;
  }

  /** The image as text. */
  String draw() {
    int height = TOP + BOTTOM + measurements.queries().stream().mapToInt(this::groupHeight).sum();
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\">",
        WIDTH, height, WIDTH, height);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
    text(LEFT, 26, "start", 17, "Queries of Nexmark: events in a second");
    text(
        LEFT,
        45,
        "start",
        12,
        "Median of all rounds; the thin line goes from the worst to the best");
    legend();
    axis(height - BOTTOM);
    int y = TOP;
    for (String query : measurements.queries()) {
      group(query, y);
      y += groupHeight(query);
    }
    add("</svg>");
    return svg.toString();
  }

  private void legend() {
    int x = LEFT;
    for (SystemUnderTest system : systems) {
      add(
          "<rect x=\"%d\" y=\"57\" width=\"%d\" height=\"%d\" fill=\"%s\"/>",
          x, BAR, BAR, color(system));
      text(x + BAR + 6, 68, "start", 12, name(system));
      x += 130;
    }
  }

  private void axis(int bottom) {
    for (double decade = low; decade <= high; decade *= 10) {
      for (int step : STEPS) {
        double rate = decade * step;
        if (rate <= high) {
          add(
              "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\"/>",
              x(rate), TOP - 4, x(rate), bottom, step == 1 ? "#b8bec6" : "#e8ebef");
          text(x(rate), bottom + 16, "middle", 11, shortened(rate));
        }
      }
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, bottom + 36, "middle", 12, "events/s (logarithmic scale)");
  }

  private void group(String query, int top) {
    List<SystemUnderTest> measured = measured(query);
    int middle = top + measured.size() * BAR / 2 + 4;
    String title = NexmarkQuery.named(query).orElseThrow().title();
    text(LEFT - 10, middle, "end", 12, query + "  " + title);
    int y = top;
    for (SystemUnderTest system : measured) {
      Spread rate = Spread.of(measurements.of(query, system).stream().mapToDouble(RunResult::rate));
      double center = y + (BAR - 1) / 2.0;
      add(
          "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
          LEFT, y, x(rate.median()) - LEFT, BAR - 1, color(system));
      add(
          "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#22272e\"/>",
          x(rate.least()), center, x(rate.most()), center);
      text(x(rate.most()) + 5, y + BAR - 2.5, "start", 11, shortened(rate.median()));
      y += BAR;
    }
  }

  private List<SystemUnderTest> measured(String query) {
    return systems.stream().filter(s -> !measurements.of(query, s).isEmpty()).toList();
  }

  private int groupHeight(String query) {
    return measured(query).size() * BAR + GAP;
  }

  private double x(double rate) {
    return LEFT + (WIDTH - RIGHT - LEFT) * Math.log(rate / low) / Math.log(high / low);
  }

  private static String shortened(double rate) {
    if (rate >= 1e6) {
      return format(rate / 1e6) + " M";
    }
    return rate >= 1e3 ? format(rate / 1e3) + " k" : format(rate);
  }

  private static String format(double value) {
    boolean whole = value >= 100 || value == Math.rint(value);
    return String.format(Locale.ROOT, whole ? "%.0f" : "%.3g", value);
  }

  private static String name(SystemUnderTest system) {
    return switch (system) {
      case MILLRACE -> "Millrace";
      case FLINK -> "Flink SQL";
      case HAND -> "a loop by hand";
    };
  }

  private static String color(SystemUnderTest system) {
    return switch (system) {
      case MILLRACE -> "#1f77b4";
      case FLINK -> "#e07b39";
      case HAND -> "#9aa3ad";
    };
  }

  /** Titles and names hold nothing that XML would have escaped. */
  private void text(double x, double y, String anchor, int size, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"#22272e\">%s</text>",
        x, y, anchor, size, text);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}

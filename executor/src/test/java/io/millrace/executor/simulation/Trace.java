package io.millrace.executor.simulation;

import java.util.ArrayDeque;

/** What happened in a run, in its order: a hash of all of it, and the end of it as text. */
final class Trace {
  private final int most;
  private final ArrayDeque<String> last = new ArrayDeque<>();
  private long hash = 0xcbf29ce484222325L;
  private long events;

  /**
   * @param most how many of the last events are kept as text
   */
  Trace(int most) {
    this.most = most;
  }

  void add(String what, Object about) {
    String text = about == null ? "" : about.toString();
    mix(what.hashCode());
    mix(text.hashCode());
    events++;
    if (most > 0) {
      last.add(events + " " + what + " " + text);
      if (last.size() > most) {
        last.remove();
      }
    }
  }

  private void mix(int value) {
    hash = (hash ^ value) * 0x100000001b3L;
    hash ^= hash >>> 32;
  }

  long hash() {
    return hash;
  }

  long events() {
    return events;
  }

  String lastEvents() {
    return String.join("\n", last);
  }
}

package io.millrace.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class Suggestions {
  private Suggestions() {}

  /** The nearest candidate by edit distance, empty when none is near. */
  public static Optional<String> closest(String name, Collection<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, wanted.length() / 3);
    return candidates.stream()
        .filter(candidate -> !candidate.equals(name))
        .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) <= limit)
        .min(
            Comparator.comparingInt(
                candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))));
  }

  /**
   * The number of insertions, deletions, substitutions and swaps of neighbours between two words
   * (optimal string alignment), by three rows of the table.
   */
  private static int distance(String a, String b) {
    int[] beforePrevious = new int[b.length() + 1];
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
        }
      }
      int[] free = beforePrevious;
      beforePrevious = previous;
      previous = current;
      current = free;
    }
    return previous[b.length()];
  }
}

package io.millrace.executor.simulation;

import io.millrace.core.plan.RelationSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all relations hold when sources and tables hold what they hold. */
final class Contents {
  private final Map<Long, ModelledRelation> relations;
  private final Map<Long, Bag> known = new HashMap<>();

  /**
   * @param relations all of them by id
   */
  Contents(Map<Long, ModelledRelation> relations) {
    this.relations = relations;
  }

  /** Names what a source or table holds. */
  void put(long id, Bag content) {
    known.put(id, content);
  }

  /** What a relation holds. */
  Bag of(long id) {
    Bag content = known.get(id);
    if (content == null) {
      ModelledRelation relation = relations.get(id);
      List<Bag> upstream = relation.spec().upstream().stream().map(this::of).toList();
      content = relation.content().apply(upstream);
      known.put(id, content);
    }
    return content;
  }

  void check(ModelledRelation relation, Bag seen, String where) {
    Bag expected = of(relation.id());
    if (!seen.equals(expected)) {
      throw new AssertionError(
          where
              + " '"
              + relation.spec().name()
              + "' is not what a batch computes. Too much (too little, where negative): "
              + seen.minus(expected)
              + "\nof "
              + relation.spec());
    }
  }

  /** How many rows of each split of a source were seen, which must be its first ones, once each. */
  static Map<Long, Long> prefix(RelationSpec.Source source, Bag seen) {
    Map<Long, Long> counts = new TreeMap<>();
    seen.forEach((row, count) -> counts.merge((Long) row.get(2), count, Long::sum));
    Bag expected = new Bag();
    counts.forEach(
        (split, count) -> {
          for (long row = 0; row < count; row++) {
            expected.add(SimulatedSource.row(source.id(), split, row), 1);
          }
        });
    if (!seen.equals(expected)) {
      throw new AssertionError(
          "Of source '" + source.name() + "' no prefix was seen: " + seen.minus(expected));
    }
    return counts;
  }
}

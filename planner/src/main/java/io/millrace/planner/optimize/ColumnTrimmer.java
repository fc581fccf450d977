package io.millrace.planner.optimize;

import io.millrace.core.plan.SortColumn;
import io.millrace.planner.logical.Ranking;
import io.millrace.planner.logical.SessionWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Prunes columns that nothing reads, below rankings and sessions too. */
public final class ColumnTrimmer extends RelFieldTrimmer {
  ColumnTrimmer(RelBuilder builder) {
    super(null, builder);
  }

  /** Called by reflection, for this kind of node. */
  public TrimResult trimFields(
      Ranking ranking, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    RelNode input = ranking.getInput();
    int inputColumns = input.getRowType().getFieldCount();
    Ranking.Ranks ranks = ranking.ranks();
    ImmutableBitSet.Builder needed =
        fieldsUsed.intersect(ImmutableBitSet.range(inputColumns)).rebuild();
    ranks.partition().forEach(needed::set);
    ranks.order().forEach(sort -> needed.set(sort.column()));
    if (needed.isEmpty()) {
      // Rows have columns.
      needed.set(0);
    }
    TrimResult trimmed = trimChild(ranking, input, needed.build(), extraFields);
    Mapping moved = trimmed.right;
    boolean rankUsed = ranking.rankProjected() && fieldsUsed.get(inputColumns);
    Ranking narrow =
        Ranking.create(
            trimmed.left,
            new Ranking.Ranks(
                ranks.function(),
                ranks.partition().stream().map(moved::getTarget).toList(),
                ranks.order().stream()
                    .map(
                        sort ->
                            new SortColumn(
                                moved.getTarget(sort.column()),
                                sort.descending(),
                                sort.nullsFirst()))
                    .toList(),
                ranks.from(),
                ranks.to()),
            rankUsed);
    Mapping mapping =
        Mappings.create(
            MappingType.INVERSE_SURJECTION,
            ranking.getRowType().getFieldCount(),
            narrow.getRowType().getFieldCount());
    for (int i = 0; i < inputColumns; i++) {
      int target = moved.getTargetOpt(i);
      if (target >= 0) {
        mapping.set(i, target);
      }
    }
    if (rankUsed) {
      mapping.set(inputColumns, narrow.getRowType().getFieldCount() - 1);
    }
    return result(narrow, mapping);
  }

  /** Called by reflection, for this kind of node. */
  public TrimResult trimFields(
      SessionWindows windows, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    List<Integer> columns = new ArrayList<>();
    int bounds = windows.columns().size();
    for (int i = 0; i < bounds; i++) {
      if (fieldsUsed.get(i)) {
        columns.add(windows.columns().get(i));
      }
    }
    SessionWindows.Sessions sessions = windows.sessions();
    ImmutableBitSet needed =
        ImmutableBitSet.of(columns)
            .union(ImmutableBitSet.of(sessions.partition()))
            .set(sessions.time());
    TrimResult trimmed = trimChild(windows, windows.getInput(), needed, extraFields);
    Mapping moved = trimmed.right;
    SessionWindows narrow =
        SessionWindows.create(
            trimmed.left,
            new SessionWindows.Sessions(
                sessions.partition().stream().map(moved::getTarget).toList(),
                moved.getTarget(sessions.time()),
                sessions.gapMillis()),
            columns.stream().map(moved::getTarget).toList(),
            windows.bounds());
    Mapping mapping =
        Mappings.create(
            MappingType.INVERSE_SURJECTION,
            windows.getRowType().getFieldCount(),
            narrow.getRowType().getFieldCount());
    int target = 0;
    for (int i = 0; i < windows.getRowType().getFieldCount(); i++) {
      if (i >= bounds || fieldsUsed.get(i)) {
        mapping.set(i, target++);
      }
    }
    return result(narrow, mapping);
  }
}

package io.millrace.server.dml;

import io.millrace.core.plan.RelationSpec;

/** A planned change that knows how it is done. */
interface TableChange extends PlannedChange {
  /** The table that it changes. */
  RelationSpec.Table table();

  /**
   * @return how many rows were inserted, updated or deleted
   */
  long execute(ChangeContext context);
}

package io.millrace.executor.operator.aggregate;

import io.millrace.executor.state.RecordTable;

/** The records of a batch's rows, ready to be written to: the same record may come many times. */
final class GroupRows {
  final RecordTable table;
  int size;
  int[] slots = {};
  long[][] pages = {};
  int[] offsets = {};

  GroupRows(RecordTable table) {
    this.table = table;
  }

  void resize(int rows) {
    size = rows;
    if (slots.length < rows) {
      slots = new int[rows];
      pages = new long[rows][];
      offsets = new int[rows];
    }
  }
}

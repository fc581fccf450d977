package io.millrace.executor.operator.materialize;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.state.RecordLayout;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a relation's rows are kept: a record a key, or, if no key is known (a bag), a record for each
 * different row, with how often it is there in word {@link #COUNT}.
 *
 * @param key the columns that records are found by, all columns for a bag
 * @param values the other columns
 */
record ViewShape(
    long relationId, RowType rowType, List<Integer> key, boolean bag, ValueColumns values) {
  /** In the records of a bag. */
  static final int COUNT = 1;

  static ViewShape of(ExecNode.Materialize node) {
    List<Integer> all = IntStream.range(0, node.rowType().size()).boxed().toList();
    List<Integer> key = node.bag() ? all : node.key();
    return new ViewShape(
        node.relationId(), node.rowType(), key, node.bag(), new ValueColumns(node.rowType(), key));
  }

  RowType keyType() {
    return rowType.project(key);
  }

  List<DataType> keyTypes() {
    return key.stream().map(rowType::type).toList();
  }

  RecordLayout layout() {
    return bag
        ? new RecordLayout(keyTypes(), 2, List.of())
        : new RecordLayout(keyTypes(), values.words(), values.byteCells());
  }
}

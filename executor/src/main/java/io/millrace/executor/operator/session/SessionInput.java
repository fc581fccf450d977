package io.millrace.executor.operator.session;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.state.KeyBatch;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** Adds the rows that have a time to an epoch's changes. */
final class SessionInput {
  private final ExecNode.SessionWindow node;
  private final KeyBatch keys;
  private final TimedRowCodec codec;
  private final TimedRows rows;

  SessionInput(
      ExecNode.SessionWindow node, RowType inputType, TimedRowCodec codec, TimedRows rows) {
    this.node = node;
    List<DataType> keyTypes = node.partitionKeys().stream().map(inputType::type).toList();
    this.keys = new KeyBatch(keyTypes);
    this.codec = codec;
    this.rows = rows;
  }

  void add(ChangeBatch changes) {
    keys.load(changes, node.partitionKeys());
    FieldVector times = changes.column(node.timeColumn());
    boolean nulls = times.getNullCount() > 0;
    for (int i = 0; i < changes.rowCount(); i++) {
      if (!nulls || !times.isNull(i)) {
        codec.write(keys, changes, i);
        rows.change(changes.weight(i));
      }
    }
  }
}

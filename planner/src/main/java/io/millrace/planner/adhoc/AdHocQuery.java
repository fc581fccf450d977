package io.millrace.planner.adhoc;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.runtime.ArrayBindable;

/** A planned query, to be run any number of times by any thread. */
public final class AdHocQuery {
  private final RowType rowType;
  private final List<DataType> parameters;
  private final List<ScanRequest> scans;
  private final ArrayBindable program;
  private final Map<String, Object> constants;
  private final String text;

  AdHocQuery(
      RowType rowType,
      List<DataType> parameters,
      List<ScanRequest> scans,
      ArrayBindable program,
      Map<String, Object> constants,
      String text) {
    this.rowType = rowType;
    this.parameters = List.copyOf(parameters);
    this.scans = List.copyOf(scans);
    this.program = program;
    this.constants = Map.copyOf(constants);
    this.text = text;
  }

  public RowType rowType() {
    return rowType;
  }

  /** The types of the parameters, in order. */
  public List<DataType> parameters() {
    return parameters;
  }

  /** What the query reads, in the order in which {@link #run} wants the rows. */
  public List<ScanRequest> scans() {
    return scans;
  }

  /** The plan as text. */
  public String explain() {
    return text;
  }

  /**
   * The rows of the answer, computed as they are asked for. Values are Calcite's internal ones;
   * VARBINARY is a {@link org.apache.calcite.avatica.util.ByteString}, in scans and parameters too.
   *
   * @throws RuntimeException while rows are asked for, of which {@link AdHocErrors} makes
   *     MillraceExceptions
   */
  public Enumerable<Object[]> run(QueryInput input) {
    return program.bind(new QueryContext(input, constants));
  }
}

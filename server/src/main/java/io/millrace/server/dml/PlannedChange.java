package io.millrace.server.dml;

import io.millrace.core.type.DataType;
import java.util.List;

/** An INSERT, UPDATE or DELETE that was checked, to be executed any number of times. */
public interface PlannedChange {
  /** INSERT, UPDATE or DELETE. */
  String tag();

  /** The types of its parameters, in order. */
  List<DataType> parameters();
}

package io.millrace.core.error;

/** Who can do something about an error. */
public enum ErrorType {
  /** The statement, the data or the options are wrong; the user can correct them. */
  USER,
  /** A limit of this machine or of its configuration was reached. */
  RESOURCE,
  /** Something outside the process (a file, a disk, a broker) failed. */
  EXTERNAL,
  /** A fault in Millrace itself. */
  INTERNAL
}

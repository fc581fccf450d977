package io.millrace.parser.ddl;

/** The kinds of objects that statements create, drop and show. */
public enum ObjectKind {
  SOURCE("SOURCE"),
  TABLE("TABLE"),
  VIEW("VIEW"),
  MATERIALIZED_VIEW("MATERIALIZED VIEW"),
  SINK("SINK");

  private final String words;

  ObjectKind(String words) {
    this.words = words;
  }

  /** The words of SQL for one such object, in upper case. */
  public String words() {
    return words;
  }

  /** The words of SQL for several such objects, in upper case. */
  public String plural() {
    return words + "S";
  }
}

package io.millrace.core.type;

/** The kinds of SQL values that Millrace streams, stores and returns. */
public enum TypeKind {
  BOOLEAN,
  TINYINT,
  SMALLINT,
  INTEGER,
  BIGINT,
  /** 32-bit IEEE 754. */
  REAL,
  /** 64-bit IEEE 754. */
  DOUBLE,
  /** Exact, precision 1 to 38. */
  DECIMAL,
  /** UTF-8 text; also CHAR, which is stored padded as SQL says. */
  VARCHAR,
  VARBINARY,
  /** Days since 1970-01-01. */
  DATE,
  /** Milliseconds since midnight. */
  TIME,
  /** Milliseconds since 1970-01-01 00:00:00, without a time zone. */
  TIMESTAMP
}

package io.millrace.connector.nexmark;

/** What a source shows of the events. */
public enum EventKind {
  PERSON,
  AUCTION,
  BID
}

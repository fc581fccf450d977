package io.millrace.connector.nexmark;

/** What a source shows of the events. */
enum EventKind {
  PERSON,
  AUCTION,
  BID
}

package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlFailure;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.transport.Transport;

/** Hands requests to a database in this JVM, on the caller's thread. */
final class EmbeddedTransport implements Transport {

  private final EmbeddedDatabases.Lease lease;
  private final String address;
  private volatile boolean closed;

  EmbeddedTransport(EmbeddedDatabases.Lease lease, String address) {
    this.lease = lease;
    this.address = address;
  }

  @Override
  public byte[] send(byte[] request) {
    if (closed) {
      throw new SqlFailure(SqlErrors.of(SqlStates.NO_CONNECTION, "the connection is closed"));
    }
    return lease.database().call(request);
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void close() {
    closed = true;
    lease.close();
  }
}

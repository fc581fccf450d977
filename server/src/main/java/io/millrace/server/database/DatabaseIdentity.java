package io.millrace.server.database;

import io.millrace.executor.engine.StateBackendKind;

/**
 * What a data directory was written with, so that the next start goes on likewise.
 *
 * @param version of this format
 * @param workers of the last run
 * @param keyGroups fixed for the life of the data
 */
record DatabaseIdentity(int version, int workers, int keyGroups, StateBackendKind stateBackend) {
  static final int VERSION = 1;

  /** The same with other workers. */
  DatabaseIdentity withWorkers(int otherWorkers) {
    return new DatabaseIdentity(version, otherWorkers, keyGroups, stateBackend);
  }
}

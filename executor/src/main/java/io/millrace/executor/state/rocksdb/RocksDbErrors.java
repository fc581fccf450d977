package io.millrace.executor.state.rocksdb;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what RocksDB says into errors with codes. */
final class RocksDbErrors {
  private RocksDbErrors() {}

  /**
   * @param doing what was being done, as in {@code write state to /x}
   */
  static MillraceException of(String doing, RocksDBException cause) {
    Status status = cause.getStatus();
    ErrorCode code = ErrorCode.IO_ERROR;
    if (status != null && status.getSubCode() == Status.SubCode.NoSpace) {
      code = ErrorCode.DISK_FULL;
    } else if (status != null && status.getCode() == Status.Code.Corruption) {
      code = ErrorCode.CORRUPTED_DATA;
    }
    return new MillraceException(
        code, "RocksDB cannot " + doing + ": " + cause.getMessage() + ".", cause);
  }
}

package io.millrace.benchmarks.expiry;

import io.millrace.benchmarks.process.EmbeddedMillrace;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.rocksdb.TableCatalog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * How much is held after a checkpoint.
 *
 * @param entries records and ordered keys in the tables of all operators
 * @param checkpointBytes of all files of the checkpoint, those that describe it included
 * @param heapBytes of objects that a garbage collection leaves, of the whole process
 */
record StateSize(long entries, long checkpointBytes, long heapBytes) {
  /** Takes a checkpoint and looks at it. */
  static StateSize of(EmbeddedMillrace millrace) throws IOException, SQLException {
    millrace.execute("CHECKPOINT");
    long id = millrace.number("SELECT MAX(id) FROM millrace.checkpoints WHERE state = 'COMPLETED'");
    long bytes = millrace.number("SELECT bytes_total FROM millrace.checkpoints WHERE id = " + id);
    return new StateSize(entries(millrace.dataDirectory(), id), bytes, liveHeap());
  }

  private static long entries(Path dataDirectory, long checkpoint) throws IOException {
    Path files = dataDirectory.resolve("checkpoints").resolve("files");
    String wanted = "*-c" + checkpoint + "-" + TableCatalog.FILE_NAME;
    long entries = 0;
    try (DirectoryStream<Path> catalogs = Files.newDirectoryStream(files, wanted)) {
      for (Path catalog : catalogs) {
        entries += TableCatalog.read(new LocalFileSystem(), catalog).entries();
      }
    }
    return entries;
  }

  private static long liveHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}

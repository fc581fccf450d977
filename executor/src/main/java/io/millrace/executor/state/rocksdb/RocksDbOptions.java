package io.millrace.executor.state.rocksdb;

import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionOptionsUniversal;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksObject;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * The options of one worker's RocksDB, with the native objects behind them.
 *
 * <p>Files come sorted from checkpoints, and most are small beside the whole; so they are merged by
 * size (universal compaction): what a few percent of changes cost is written again a few times, not
 * each time together with everything else. There may be many of them before that happens, since
 * they are read only for what does not fit into memory, with Bloom filters.
 */
final class RocksDbOptions implements AutoCloseable {
  private static final int RUNS_BEFORE_COMPACTION = 10;
  private static final double FILTER_BITS = 10;
  private static final int BLOCK_BYTES = 8 << 10;

  static {
    RocksDB.loadLibrary();
  }

  private final List<RocksObject> owned = new ArrayList<>();
  private final Cache cache;
  private final Options options;
  private final WriteOptions writeOptions;
  private final EnvOptions envOptions;

  /**
   * @param nativeBytes for blocks, filters and write buffers together
   */
  RocksDbOptions(long nativeBytes) {
    cache = own(new LRUCache(nativeBytes, -1, false, 0.5));
    CompactionOptionsUniversal compaction = own(new CompactionOptionsUniversal());
    compaction.setMaxSizeAmplificationPercent(200);
    BlockBasedTableConfig tableConfig =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(false)
            .setBlockSize(BLOCK_BYTES)
            .setFilterPolicy(own(new BloomFilter(FILTER_BITS)));
    options =
        own(new Options())
            .setCreateIfMissing(true)
            .setCompactionStyle(CompactionStyle.UNIVERSAL)
            .setCompactionOptionsUniversal(compaction)
            .setLevel0FileNumCompactionTrigger(RUNS_BEFORE_COMPACTION)
            .setLevel0SlowdownWritesTrigger(4 * RUNS_BEFORE_COMPACTION)
            .setLevel0StopWritesTrigger(8 * RUNS_BEFORE_COMPACTION)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setWriteBufferManager(own(new WriteBufferManager(nativeBytes / 4, cache)))
            .setWriteBufferSize(Math.max(1 << 20, Math.min(16 << 20, nativeBytes / 8)))
            .setMaxBackgroundJobs(2)
            .setMaxOpenFiles(512)
            .setKeepLogFileNum(1)
            .setMaxLogFileSize(1 << 20)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
            .setStatsDumpPeriodSec(0)
            .setStatsPersistPeriodSec(0)
            .setAvoidFlushDuringShutdown(true)
            .setTableFormatConfig(tableConfig);
    writeOptions = own(new WriteOptions()).setDisableWAL(true);
    envOptions = own(new EnvOptions());
  }

  private <T extends RocksObject> T own(T object) {
    owned.add(object);
    return object;
  }

  Options options() {
    return options;
  }

  WriteOptions writeOptions() {
    return writeOptions;
  }

  EnvOptions envOptions() {
    return envOptions;
  }

  /** The native memory in use for blocks, filters and write buffers. */
  long memoryBytes() {
    return cache.getUsage();
  }

  @Override
  public void close() {
    for (int i = owned.size() - 1; i >= 0; i--) {
      owned.get(i).close();
    }
  }
}

package io.millrace.server.database;

import io.millrace.core.config.DataSize;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.FaultTolerance;
import io.millrace.server.config.Setting;
import java.util.List;
import java.util.Locale;

/** Shows users what their database runs with. */
final class DatabaseSettings {
  private DatabaseSettings() {}

  static List<Setting> of(EngineConfig config, DataSize queryMemory) {
    return List.of(
        new Setting(
            "checkpoint_interval",
            config.checkpointInterval().toMillis() + " ms",
            "time between two checkpoints; 0 ms: only on demand and at the end"),
        new Setting(
            "checkpoint_min_pause",
            config.faultTolerance().checkpointMinPause().toMillis() + " ms",
            "least time between the end of a checkpoint and the next one that is not asked for"),
        new Setting(
            "checkpoint_timeout",
            config.faultTolerance().checkpointTimeout().toMillis() + " ms",
            "after which a checkpoint that is not complete is given up"),
        new Setting(
            "data_directory", config.dataDirectory().toString(), "where everything is kept"),
        new Setting(
            "epoch_interval",
            config.epochInterval().toMillis() + " ms",
            "time between two moments at which new results become visible, if nobody waits"),
        new Setting(
            "guarantee",
            config.faultTolerance().guarantee().spelled(),
            "how often what comes from a source counts, when a crash comes in between"),
        new Setting(
            "key_groups", Integer.toString(config.keyGroups()), "parts that state is divided into"),
        new Setting(
            "query_memory",
            queryMemory.bytes() / (1 << 20) + " MB",
            "memory for rows that queries hold, of all queries together"),
        new Setting(
            "restart_attempts",
            Integer.toString(config.faultTolerance().restartStrategy().attempts()),
            "the most attempts before what has failed stays failed"),
        new Setting(
            "restart_delay",
            config.faultTolerance().restartStrategy().delay().toMillis() + " ms",
            "time before what has failed is tried again"),
        new Setting(
            "restart_max_delay",
            config.faultTolerance().restartStrategy().maxDelay().toMillis() + " ms",
            "the longest exponential delay"),
        new Setting(
            "restart_strategy",
            config
                .faultTolerance()
                .restartStrategy()
                .kind()
                .name()
                .toLowerCase(Locale.ROOT)
                .replace('_', '-'),
            "how what has failed is tried again"),
        new Setting(
            "retained_checkpoints",
            Integer.toString(config.retainedCheckpoints()),
            "complete checkpoints that are kept"),
        new Setting(
            "state_backend",
            config.stateBackend().name().toLowerCase(Locale.ROOT),
            "where operators keep their state"),
        new Setting(
            "state_memory",
            config.stateMemory().bytes() / (1 << 20) + " MB",
            "memory for state, of all workers together"),
        new Setting(
            "sync_writes",
            Boolean.toString(config.syncWrites()),
            "whether writes to tables survive a crash of the machine, not only of the process"),
        new Setting(
            "tolerable_failed_checkpoints",
            config.faultTolerance().tolerableFailedCheckpoints() == FaultTolerance.ANY_NUMBER
                ? "any number"
                : Integer.toString(config.faultTolerance().tolerableFailedCheckpoints()),
            "checkpoints in a row that may fail before nothing is taken in any more"),
        new Setting("workers", Integer.toString(config.workers()), "threads that compute"));
  }
}

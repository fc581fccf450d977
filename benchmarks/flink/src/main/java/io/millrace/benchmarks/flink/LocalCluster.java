package io.millrace.benchmarks.flink;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A cluster in this process that runs one job after the other, so that its start is not charged to
 * the job that is measured.
 */
final class LocalCluster implements AutoCloseable {
  private static final String NAME = "local-cluster";

  private final MiniCluster cluster;
  private final Configuration configuration;

  private LocalCluster(MiniCluster cluster, Configuration configuration) {
    this.cluster = cluster;
    this.configuration = configuration;
  }

  /** Starts a cluster of one task manager. */
  static LocalCluster start(Configuration configuration) throws Exception {
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(configuration.get(TaskManagerOptions.NUM_TASK_SLOTS))
                .withRandomPorts()
                .build());
    cluster.start();
    return new LocalCluster(cluster, configuration);
  }

  MiniCluster cluster() {
    return cluster;
  }

  /** An environment whose jobs run on this cluster, with the cluster's configuration. */
  StreamExecutionEnvironment environment() {
    Configuration own = new Configuration(configuration);
    own.set(DeploymentOptions.TARGET, NAME);
    own.set(DeploymentOptions.ATTACHED, true);
    return new StreamExecutionEnvironment(
        new Executors(cluster), own, LocalCluster.class.getClassLoader());
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }

  private record Executors(MiniCluster cluster)
      implements PipelineExecutorServiceLoader, PipelineExecutorFactory {
    @Override
    public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
      return this;
    }

    @Override
    public Stream<String> getExecutorNames() {
      return Stream.of(NAME);
    }

    @Override
    public String getName() {
      return NAME;
    }

    @Override
    public boolean isCompatibleWith(Configuration configuration) {
      return true;
    }

    @Override
    public PipelineExecutor getExecutor(Configuration configuration) {
      return this::submit;
    }

    private CompletableFuture<JobClient> submit(
        Pipeline pipeline, Configuration configuration, ClassLoader classLoader) throws Exception {
      StreamGraph graph = PipelineExecutorUtils.getStreamGraph(pipeline, configuration);
      return cluster
          .submitJob(graph)
          .thenApply(
              submitted ->
                  new MiniClusterJobClient(
                      submitted.getJobID(), cluster, classLoader, JobFinalizationBehavior.NOTHING));
    }
  }
}

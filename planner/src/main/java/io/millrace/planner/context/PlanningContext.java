package io.millrace.planner.context;

import io.millrace.planner.type.MillraceTypeFactory;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.tools.RelBuilder;

/** The objects that all steps of one planning run share. Used by one thread. */
public final class PlanningContext {
  /** Nothing is simplified on the way: that is the work of the optimizer's phases. */
  public static final RelBuilder.Config BUILDER_CONFIG =
      RelBuilder.Config.DEFAULT
          .withSimplify(false)
          .withSimplifyValues(false)
          .withPruneInputOfAggregate(false);

  private final MillraceTypeFactory typeFactory = new MillraceTypeFactory();
  private final RelOptCluster cluster;

  /** For a continuous query, which is rewritten phase by phase. */
  public PlanningContext() {
    this(new HepPlanner(HepProgram.builder().build(), Contexts.of(BUILDER_CONFIG)));
  }

  public PlanningContext(RelOptPlanner planner) {
    cluster = RelOptCluster.create(planner, new RexBuilder(typeFactory));
    cluster.setMetadataProvider(DefaultRelMetadataProvider.INSTANCE);
    RelMetadataQueryBase.THREAD_PROVIDERS.set(
        JaninoRelMetadataProvider.of(DefaultRelMetadataProvider.INSTANCE));
  }

  public MillraceTypeFactory typeFactory() {
    return typeFactory;
  }

  public RelOptCluster cluster() {
    return cluster;
  }

  public RexBuilder rexBuilder() {
    return cluster.getRexBuilder();
  }

  public RelBuilder relBuilder() {
    return RelBuilder.proto(Contexts.of(BUILDER_CONFIG)).create(cluster, null);
  }
}

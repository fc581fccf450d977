package io.millrace.planner.context;

import io.millrace.planner.type.MillraceTypeFactory;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;

/** The objects that all steps of one planning run share. Used by one thread. */
public final class PlanningContext {
  /**
   * Nothing is simplified or merged on the way: that is the work of the optimizer's phases, which
   * know that a value that may fail must not become part of another.
   */
  public static final RelBuilder.Config BUILDER_CONFIG =
      RelBuilder.Config.DEFAULT
          .withSimplify(false)
          .withBloat(-1)
          .withSimplifyValues(false)
          .withPruneInputOfAggregate(false);

  private static final RelBuilderFactory BUILDERS = RelBuilder.proto(Contexts.of(BUILDER_CONFIG));

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
    return BUILDERS.create(cluster, null);
  }

  /** The rule, building what it makes as {@link #BUILDER_CONFIG} says; rules take no other's. */
  public static RelOptRule withBuilderConfig(RelOptRule rule) {
    return rule instanceof RelRule<?> configurable
        ? configurable.config.withRelBuilderFactory(BUILDERS).toRule()
        : rule;
  }
}

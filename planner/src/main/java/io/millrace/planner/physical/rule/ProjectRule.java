package io.millrace.planner.physical.rule;

import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.type.TypeConverter;
import java.util.List;
import org.apache.calcite.rel.core.Project;

/** A projection, as one calc with a filter or projection below it where that is the same. */
final class ProjectRule implements PhysicalRule<Project> {
  @Override
  public StreamNode convert(Project project, List<StreamNode> inputs) {
    return Calcs.project(
        inputs.get(0), project.getProjects(), TypeConverter.toRowType(project.getRowType()));
  }
}

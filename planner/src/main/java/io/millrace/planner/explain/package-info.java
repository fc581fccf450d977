/** Plans as readable trees. */
package io.millrace.planner.explain;

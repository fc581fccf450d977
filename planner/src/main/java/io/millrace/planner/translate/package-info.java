/**
 * From the physical plan to the neutral one that engines run, one class for each operator, with
 * expressions as Java source.
 */
package io.millrace.planner.translate;

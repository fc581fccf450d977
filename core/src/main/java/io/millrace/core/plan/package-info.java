/**
 * The neutral plan between planner and engine: records that are written as JSON and know neither
 * Calcite nor Arrow.
 */
package io.millrace.core.plan;

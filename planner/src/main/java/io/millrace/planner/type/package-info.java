/**
 * SQL types as Calcite plans with them, and their translation to and from the engine's own. At the
 * bottom of the planner: everything above speaks of types.
 */
package io.millrace.planner.type;

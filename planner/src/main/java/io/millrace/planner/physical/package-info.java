/**
 * The physical plan: incremental operators with exchanges between them, each knowing what its rows
 * mean, which keys they have and where they are.
 */
package io.millrace.planner.physical;

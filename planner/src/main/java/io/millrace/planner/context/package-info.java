/** What one planning run carries: its types, its expression builder and its catalog. */
package io.millrace.planner.context;

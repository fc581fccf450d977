/**
 * Queries that are answered once: planned for Calcite's enumerable runtime with the same
 * validation, types and functions as continuous ones. What a query reads is named before it runs,
 * so that the caller can read all of it at one epoch.
 */
package io.millrace.planner.adhoc;

/**
 * Queries that are answered once, and subscriptions: between Calcite's enumerable runtime, which
 * computes, and the engine, which has the rows.
 */
package io.millrace.server.query;

/**
 * The content of a materialized view or table, kept by key for readers, with its exact changes for
 * those who listen.
 */
package io.millrace.executor.operator.materialize;

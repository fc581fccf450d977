/**
 * The table log: changes of tables, durable before they are acknowledged, replayed after a crash.
 */
package io.millrace.executor.log;

/**
 * The contract of sources and sinks. Connectors live in modules of their own and are found here.
 */
package io.millrace.executor.connector;

/** How an engine is doing, for people and monitors. */
package io.millrace.executor.status;

/**
 * What readers ask of relations and what they get: requests by relation and key, rows at one epoch.
 */
package io.millrace.executor.read;

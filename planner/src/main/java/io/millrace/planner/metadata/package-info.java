/** What can be derived about a stream from the operators below it. */
package io.millrace.planner.metadata;

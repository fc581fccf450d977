/** The ordered phases in which a query is rewritten, each a list of rules chosen on purpose. */
package io.millrace.planner.optimize;

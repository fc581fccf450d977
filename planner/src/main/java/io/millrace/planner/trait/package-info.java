/** Facts about the rows of a stream that operators ask for and give. */
package io.millrace.planner.trait;

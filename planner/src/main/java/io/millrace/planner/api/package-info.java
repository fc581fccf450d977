/** The planner's facade: from statements to what the engine runs. */
package io.millrace.planner.api;

/** SQL types and rows as planner and engine both know them, free of Calcite and Arrow. */
package io.millrace.core.type;

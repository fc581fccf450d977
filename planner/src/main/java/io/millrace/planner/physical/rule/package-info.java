/** From relational algebra to incremental operators, one class for each relational operator. */
package io.millrace.planner.physical.rule;

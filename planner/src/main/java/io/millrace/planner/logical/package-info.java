/** Rewrites of relational algebra into the operators that the engine has. */
package io.millrace.planner.logical;

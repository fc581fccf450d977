/**
 * Which queries are right: names, types and functions, what a continuous query may use, and errors
 * that say what was wrong, where, and what would be right.
 */
package io.millrace.planner.validate;

/**
 * SQL text to syntax tree: one statement, a script of them, or an expression, with errors that say
 * where and what was expected. The entrance to the parser for the planner and the server.
 */
package io.millrace.parser;

/**
 * The statements and clauses that Millrace adds to SQL, as nodes of Calcite's syntax tree. Each
 * node can print itself again as SQL that parses to an equal node. Used by the generated parser
 * below the facade and by everything that acts on statements above it.
 */
package io.millrace.parser.ddl;

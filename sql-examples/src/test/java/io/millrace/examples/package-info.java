/** Holds the example programs to the answers of DuckDB. */
package io.millrace.examples;

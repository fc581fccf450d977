/**
 * Text formats between bytes and Arrow columns: CSV and JSON lines, and the text of every SQL type.
 * Knows no files: connectors give it bytes and tell it where they came from.
 */
package io.millrace.connector.format;

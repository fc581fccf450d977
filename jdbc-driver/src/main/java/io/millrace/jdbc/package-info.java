/**
 * The JDBC driver: connections, statements, results and metadata, built on Avatica's client. The
 * thin client of a server ({@code jdbc:millrace://host:8765/}) and, through {@link
 * io.millrace.jdbc.EmbeddedDatabaseProvider}, the door to a database inside this JVM. On top of
 * {@code jdbc.metadata}, {@code jdbc.value}, {@code jdbc.transport} and {@code jdbc.error}; uses no
 * other module of Millrace.
 */
package io.millrace.jdbc;

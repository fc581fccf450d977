/** The database inside the JVM of a JDBC client: {@code jdbc:millrace:embedded:} and memory. */
package io.millrace.server.embedded;

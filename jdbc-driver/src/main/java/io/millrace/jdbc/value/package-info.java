/**
 * Values between the wire and JDBC: rows fetched frame by frame, one accessor for each family of
 * SQL types, and parameters. Dates and times are kept as {@code java.time} local values, so that no
 * time zone of the client can shift them. Uses only {@code jdbc.error}.
 */
package io.millrace.jdbc.value;

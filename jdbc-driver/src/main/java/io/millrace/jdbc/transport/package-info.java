/**
 * How bytes reach a server: one serialized request there, one serialized response back, over HTTP
 * or inside this JVM. Knows nothing of SQL or of the messages; uses only {@code jdbc.error}.
 */
package io.millrace.jdbc.transport;

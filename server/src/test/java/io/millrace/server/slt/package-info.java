/** Runs cases in the form of sqllogictest over JDBC. */
package io.millrace.server.slt;

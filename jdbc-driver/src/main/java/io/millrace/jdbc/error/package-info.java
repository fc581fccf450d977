/**
 * How errors reach the caller: every {@code SQLException} of the driver is made here, with an
 * SQLSTATE, and travels through Avatica's code inside an unchecked {@code SqlFailure}. At the
 * bottom of the driver: knows no other package of it.
 */
package io.millrace.jdbc.error;

/**
 * INSERT, UPDATE and DELETE: each statement becomes a query for the rows that it takes away and
 * adds, which are checked and written at once.
 */
package io.millrace.server.dml;

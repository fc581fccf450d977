/** A database from opening to closing: puts catalog, engine and sessions together. */
package io.millrace.server.database;

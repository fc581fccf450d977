/** Which relations there are, kept durably in the data directory. */
package io.millrace.server.catalog;

/**
 * The read-only view of the catalog that planning needs. The server implements {@link
 * io.millrace.planner.catalog.CatalogReader}; the rest shows it to Calcite.
 */
package io.millrace.planner.catalog;

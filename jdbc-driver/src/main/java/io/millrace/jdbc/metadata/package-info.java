/**
 * What JDBC prescribes for {@code DatabaseMetaData}: the columns of each of its results, and the
 * types of Millrace. Plain data; uses no other package of the driver.
 */
package io.millrace.jdbc.metadata;

/**
 * Relations by which a database tells about itself: {@code information_schema} and {@code
 * millrace}.
 */
package io.millrace.server.system;

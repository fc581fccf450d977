/** A sink that drops what it gets. */
package io.millrace.connector.blackhole;

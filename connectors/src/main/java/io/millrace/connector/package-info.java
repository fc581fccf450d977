/** The connectors that come with Millrace, put together in one place. */
package io.millrace.connector;

/** How a database is opened: its options, their defaults and their limits. */
package io.millrace.server.config;

/**
 * The commands of the {@code millrace} program. Results go to standard output, the rest to error.
 */
package io.millrace.server.cli;

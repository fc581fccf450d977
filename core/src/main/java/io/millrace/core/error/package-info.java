/** Errors with stable numbers and SQLSTATEs. At the bottom: every other package may throw them. */
package io.millrace.core.error;

/** What travels on a channel between tasks: rows and barriers. */
package io.millrace.executor.element;

/** Injected time. */
package io.millrace.core.time;

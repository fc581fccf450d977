/** Typed options with units, defaults and helpful refusals. */
package io.millrace.core.config;

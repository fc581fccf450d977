/**
 * How Millrace's SQL is written: what the parser and the validator let pass, and how a tree is
 * printed as text again.
 */
package io.millrace.parser.dialect;

/**
 * The parser that JavaCC generates from Calcite's grammar and Millrace's additions, and the token
 * source that feeds it. Nothing outside the parser's facade uses it.
 */
package io.millrace.parser.impl;

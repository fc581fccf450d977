package io.millrace.parser;

import io.millrace.core.error.SourcePosition;
import org.apache.calcite.sql.SqlNode;

/**
 * One statement of a script.
 *
 * @param node the tree; its positions, and those of later errors about it, count from the start of
 *     the whole script
 * @param text as written, without comments around it and without the semicolon
 * @param start where the statement begins in the script
 */
public record ParsedStatement(SqlNode node, String text, SourcePosition start) {}

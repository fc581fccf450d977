package io.millrace.core.expression;

import io.millrace.core.type.DataType;

/**
 * A column of the input, passed on as it is.
 *
 * @param index from 0
 */
public record InputReference(int index, DataType type) implements ScalarExpression {}

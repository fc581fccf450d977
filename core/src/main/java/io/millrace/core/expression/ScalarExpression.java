package io.millrace.core.expression;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.core.type.DataType;

/** A value computed from one row, as the planner hands it to an engine. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = InputReference.class, name = "input"),
  @JsonSubTypes.Type(value = JavaExpression.class, name = "java")
})
public sealed interface ScalarExpression permits InputReference, JavaExpression {
  /** The type of the result. */
  DataType type();
}

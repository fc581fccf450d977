package io.millrace.core.type;

import java.util.Objects;

/** A named column of a row type. */
public record Column(String name, DataType type) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  @Override
  public String toString() {
    return name + " " + type;
  }
}

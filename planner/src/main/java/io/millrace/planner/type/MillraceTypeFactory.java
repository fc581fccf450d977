package io.millrace.planner.type;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;

/** Makes types whose text is Unicode. Not thread-safe: one for each planning run. */
public final class MillraceTypeFactory extends JavaTypeFactoryImpl {
  public MillraceTypeFactory() {
    super(MillraceTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}

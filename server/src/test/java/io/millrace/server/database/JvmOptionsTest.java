package io.millrace.server.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import org.junit.jupiter.api.Test;

final class JvmOptionsTest {
  @Test
  void saysWhichOptionIsMissing() {
    assertThatThrownBy(() -> JvmOptions.check(false))
        .isInstanceOf(MillraceException.class)
        .hasMessageContaining("--add-opens=java.base/java.nio=ALL-UNNAMED");
  }

  @Test
  void thisJvmHasThem() {
    assertThatCode(JvmOptions::check).doesNotThrowAnyException();
  }
}

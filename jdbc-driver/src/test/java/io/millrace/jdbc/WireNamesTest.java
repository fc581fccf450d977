package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class WireNamesTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void nameIsReplacedAndTheMessageKept() {
    byte[] message = bytes("\n\u0009a.b.Hello\u0012\u0003xyz");
    byte[] renamed = WireNames.rename(message, bytes("a.b."), bytes("longer.package."));
    assertThat(renamed).isEqualTo(bytes("\n\u0014longer.package.Hello\u0012\u0003xyz"));
    assertThat(WireNames.rename(renamed, bytes("longer.package."), bytes("a.b.")))
        .isEqualTo(message);
  }

  @Test
  void otherBytesAreLeftAlone() {
    for (String text : new String[] {"", "\n", "\n\u0002ab", "<html>", "\n\u0009c.d.Hello"}) {
      byte[] message = bytes(text);
      assertThat(WireNames.rename(message, bytes("a.b."), bytes("x."))).isSameAs(message);
    }
  }
}

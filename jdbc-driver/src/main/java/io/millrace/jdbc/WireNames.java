package io.millrace.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.calcite.avatica.proto.Requests;

/**
 * The names of messages on the wire. Avatica writes the name of the message's Java class before
 * each message; in the driver's single jar those classes have another package, which no server
 * knows.
 *
 * <pre>
 * WireMessage: | 0x0A | length of name | name | 0x12 | length of message | message |
 * </pre>
 */
final class WireNames {

  private static final int NAME_TAG = 0x0A;

  /** Put together here, because the build renames package names in constants. */
  private static final byte[] ON_THE_WIRE =
      bytes(String.join(".", "org", "apache", "calcite", "avatica", "proto") + ".");

  private static final byte[] IN_THIS_JVM = bytes(Requests.class.getPackageName() + ".");

  private WireNames() {}

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns a request of this JVM as any server reads it. */
  static byte[] toWire(byte[] message) {
    return rename(message, IN_THIS_JVM, ON_THE_WIRE);
  }

  /** Returns a server's response as the classes of this JVM read it. */
  static byte[] fromWire(byte[] message) {
    return rename(message, ON_THE_WIRE, IN_THIS_JVM);
  }

  /** Returns {@code message} itself when its name does not begin with {@code from}. */
  static byte[] rename(byte[] message, byte[] from, byte[] to) {
    // Names are shorter than 128 bytes before and after, so that their length takes one byte.
    int start = 2;
    if (message.length < start + from.length || message[0] != NAME_TAG) {
      return message;
    }
    int length = message[1] - from.length + to.length;
    if (Arrays.equals(from, to)
        || message[1] < from.length
        || length > Byte.MAX_VALUE
        || !Arrays.equals(message, start, start + from.length, from, 0, from.length)) {
      return message;
    }
    byte[] renamed = new byte[message.length - from.length + to.length];
    renamed[0] = NAME_TAG;
    renamed[1] = (byte) length;
    System.arraycopy(to, 0, renamed, start, to.length);
    int rest = start + from.length;
    System.arraycopy(message, rest, renamed, start + to.length, message.length - rest);
    return renamed;
  }
}

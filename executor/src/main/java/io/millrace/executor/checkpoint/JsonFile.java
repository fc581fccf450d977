package io.millrace.executor.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A record, such as a manifest, as a file: one line of JSON, then one line with its CRC32C in
 * hexadecimal.
 *
 * <pre>
 *   {"version":1,"checkpointId":17,…}\n
 *   crc32c 1a2b3c4d\n
 * </pre>
 */
public final class JsonFile {
  /** What the names of such files end with until they are complete. */
  static final String UNFINISHED = ".unfinished";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String CHECKSUM_LABEL = "crc32c ";

  private JsonFile() {}

  /** Writes and syncs the file, and makes it appear under its name at once. */
  public static void write(FileSystem fileSystem, Path file, Record content) throws IOException {
    String json = MAPPER.writeValueAsString(content);
    String text = json + "\n" + CHECKSUM_LABEL + checksum(json) + "\n";
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try (FileSystem.OutputFile output = fileSystem.create(unfinished)) {
      output.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      output.sync();
    }
    fileSystem.rename(unfinished, file);
    fileSystem.syncDirectory(file.getParent());
  }

  /**
   * Reads the file.
   *
   * @param type has a component {@code int version}
   * @param version the only one that is read
   * @throws MillraceException {@link ErrorCode#CORRUPTED_CHECKPOINT} if it is not what was written,
   *     {@link ErrorCode#INCOMPATIBLE_STATE} if it has another version
   */
  public static <T extends Record> T read(
      FileSystem fileSystem, Path file, Class<T> type, int version) throws IOException {
    String text;
    try (InputStream input = fileSystem.open(file)) {
      text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
    }
    String[] lines = text.split("\n", -1);
    if (lines.length != 3 || !lines[1].equals(CHECKSUM_LABEL + checksum(lines[0]))) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_CHECKPOINT, "The checksum of " + file + " does not match.");
    }
    try {
      int found = MAPPER.readTree(lines[0]).path("version").asInt();
      if (found != version) {
        throw new MillraceException(
            ErrorCode.INCOMPATIBLE_STATE,
            file
                + " has the format version "
                + found
                + "; this Millrace reads version "
                + version
                + ".");
      }
      return MAPPER.readValue(lines[0], type);
    } catch (JsonProcessingException e) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_CHECKPOINT, "Cannot read " + file + ": " + e.getOriginalMessage(), e);
    }
  }

  private static String checksum(String json) {
    CRC32C crc = new CRC32C();
    crc.update(json.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}

package io.millrace.server.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One record as a file: a line of JSON, then a line with its CRC32C in hexadecimal.
 *
 * <pre>
 *   {"version":1,…}\n
 *   crc32c 1a2b3c4d\n
 * </pre>
 *
 * <p>A reader sees either the old or the new content, after a crash too. Writes are for one thread
 * at a time. All errors are {@link MillraceException}s.
 *
 * @param <T> a record with a component {@code int version}
 */
public final class DocumentFile<T> {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final String CHECKSUM_LABEL = "crc32c ";

  private final FileSystem fileSystem;
  private final Path file;
  private final Class<T> type;
  private final int version;

  /**
   * @param version the only format version that is read and written
   */
  public DocumentFile(FileSystem fileSystem, Path file, Class<T> type, int version) {
    this.fileSystem = fileSystem;
    this.file = file;
    this.type = type;
    this.version = version;
  }

  /** Replaces the content. When this returns it is durable; if it throws the old one may stay. */
  public void write(T document) {
    try {
      String json = toJson(document);
      String text = json + "\n" + CHECKSUM_LABEL + checksum(json) + "\n";
      Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
      try (FileSystem.OutputFile output = fileSystem.create(unfinished)) {
        output.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        output.sync();
      }
      fileSystem.rename(unfinished, file);
      fileSystem.syncDirectory(file.getParent());
    } catch (IOException e) {
      throw FileErrors.of("write " + file, e);
    }
  }

  /**
   * The content, empty if there is no file.
   *
   * @throws MillraceException {@link ErrorCode#CORRUPTED_DATA} if it is not what was written,
   *     {@link ErrorCode#INCOMPATIBLE_STATE} if it has another format version
   */
  public Optional<T> read() {
    String text;
    try {
      if (!fileSystem.exists(file)) {
        return Optional.empty();
      }
      try (InputStream input = fileSystem.open(file)) {
        text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw FileErrors.of("read " + file, e);
    }
    String[] lines = text.split("\n", -1);
    if (lines.length != 3 || !lines[1].equals(CHECKSUM_LABEL + checksum(lines[0]))) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA,
          "The file " + file + " is damaged: its checksum does not match. Restore it from a copy.");
    }
    return Optional.of(fromJson(lines[0], type, version, "the file " + file));
  }

  /** A document as it stands in a file, but for its checksum. */
  public static String toJson(Object document) {
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          "Cannot write "
              + document.getClass().getSimpleName()
              + " as JSON: "
              + e.getOriginalMessage(),
          e);
    }
  }

  /**
   * The document that {@link #toJson} gave.
   *
   * @param version the only format version that is read
   * @param where it comes from, for messages
   * @throws MillraceException {@link ErrorCode#CORRUPTED_DATA} if it cannot be read, {@link
   *     ErrorCode#INCOMPATIBLE_STATE} if it has another format version
   */
  public static <T> T fromJson(String json, Class<T> type, int version, String where) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      int found = tree.path("version").asInt();
      if (found != version) {
        throw new MillraceException(
            ErrorCode.INCOMPATIBLE_STATE,
            "The format of "
                + where
                + " is version "
                + found
                + ", and this Millrace reads version "
                + version
                + (found > version ? ". Start a newer Millrace." : "."));
      }
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA, "Cannot read " + where + ": " + e.getOriginalMessage(), e);
    }
  }

  private static String checksum(String json) {
    CRC32C crc = new CRC32C();
    crc.update(json.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}

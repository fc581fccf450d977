package io.millrace.connector.filesystem;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.LocalFileSystem;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Malformed records as JSON lines, each once. Fields: {@code source}, {@code split}, {@code file},
 * {@code line}, {@code offset}, {@code column} (where one is at fault), {@code message}, and {@code
 * record}, or {@code recordBase64} for bytes that are no UTF-8.
 *
 * <p>A split is read in order, so what comes at or before the last offset written for it was
 * written before: after a crash, and when several readers read the same split, nothing comes twice.
 * Thread-safe.
 */
final class DeadLetters implements Closeable {
  private static final JsonFactory JSON = new JsonFactory();

  private final String source;
  private final Path file;
  private final FileChannel channel;
  private final Map<String, Long> lastOffsets;
  private boolean dirty;

  private DeadLetters(
      String source, Path file, FileChannel channel, Map<String, Long> lastOffsets) {
    this.source = source;
    this.file = file;
    this.channel = channel;
    this.lastOffsets = lastOffsets;
  }

  /** Opens the file, or makes it; a line that a crash left unfinished is removed. */
  static DeadLetters open(String source, Path file) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      Files.createDirectories(directory);
      Map<String, Long> lastOffsets = new HashMap<>();
      if (Files.exists(file)) {
        removeUnfinishedLine(file);
        readOffsets(source, file, lastOffsets);
      }
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      new LocalFileSystem().syncDirectory(directory);
      return new DeadLetters(source, file, channel, lastOffsets);
    } catch (IOException e) {
      throw FileErrors.of("open the dead letters " + file, e);
    }
  }

  private static void removeUnfinishedLine(Path file) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      long length = access.length();
      byte[] block = new byte[4096];
      long end = length;
      while (end > 0) {
        long from = Math.max(0, end - block.length);
        int size = (int) (end - from);
        access.seek(from);
        access.readFully(block, 0, size);
        for (int i = size - 1; i >= 0; i--) {
          if (block[i] == '\n') {
            if (from + i + 1 < length) {
              access.setLength(from + i + 1);
            }
            return;
          }
        }
        end = from;
      }
      access.setLength(0);
    }
  }

  private static void readOffsets(String source, Path file, Map<String, Long> lastOffsets)
      throws IOException {
    try (InputStream stream = Files.newInputStream(file);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        readOffset(source, line, lastOffsets);
      }
    }
  }

  private static void readOffset(String source, String line, Map<String, Long> lastOffsets)
      throws IOException {
    String entrySource = null;
    String split = null;
    long offset = -1;
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("source")) {
          entrySource = parser.getText();
        } else if (name.equals("split")) {
          split = parser.getText();
        } else if (name.equals("offset") && value == JsonToken.VALUE_NUMBER_INT) {
          offset = parser.getLongValue();
        } else {
          parser.skipChildren();
        }
      }
    }
    if (source.equals(entrySource) && split != null) {
      lastOffsets.merge(split, offset, Math::max);
    }
  }

  Path file() {
    return file;
  }

  /** Writes the record if it was not written before. */
  synchronized void add(BadRecord record) throws IOException {
    Long last = lastOffsets.get(record.split().id());
    if (last != null && record.offset() <= last) {
      return;
    }
    ByteBuffer line = ByteBuffer.wrap(line(record));
    dirty = true;
    while (line.hasRemaining()) {
      channel.write(line);
    }
    lastOffsets.put(record.split().id(), record.offset());
  }

  private byte[] line(BadRecord record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("source", source);
      json.writeStringField("split", record.split().id());
      json.writeStringField("file", record.file().toString());
      json.writeNumberField("line", record.line());
      json.writeNumberField("offset", record.offset());
      if (record.error().column() != null) {
        json.writeStringField("column", record.error().column());
      }
      json.writeStringField("message", record.error().describe());
      try {
        json.writeStringField(
            "record",
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(record.raw())).toString());
      } catch (CharacterCodingException e) {
        json.writeBinaryField("recordBase64", record.raw());
      }
      json.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** Makes everything written so far durable. */
  synchronized void sync() throws IOException {
    if (dirty) {
      channel.force(false);
      dirty = false;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}

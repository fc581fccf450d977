package io.millrace.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.LocalFileSystem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentFileTest {
  record Note(int version, String text) {}

  @TempDir Path directory;

  private DocumentFile<Note> file(int version) {
    return new DocumentFile<>(
        new LocalFileSystem(), directory.resolve("note.json"), Note.class, version);
  }

  @Test
  void readsWhatWasWrittenLast() {
    DocumentFile<Note> file = file(1);
    assertThat(file.read()).isEmpty();
    file.write(new Note(1, "ä\n\"x\""));
    file.write(new Note(1, "second"));
    assertThat(file.read()).contains(new Note(1, "second"));
  }

  @Test
  void refusesAnotherVersion() {
    file(2).write(new Note(2, "newer"));

    MillraceException refused = catchThrowableOfType(MillraceException.class, () -> file(1).read());
    assertThat(refused.code()).isEqualTo(ErrorCode.INCOMPATIBLE_STATE);
    assertThat(refused).hasMessageContaining("version 2").hasMessageContaining("newer Millrace");
  }
}

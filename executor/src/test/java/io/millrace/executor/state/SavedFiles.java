package io.millrace.executor.state;

import io.millrace.executor.checkpoint.LocalStateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the files of one worker's checkpoints, each checkpoint in a directory of its own. */
public final class SavedFiles {
  private final Map<String, Path> immutable = new HashMap<>();

  /** Puts all files of a checkpoint into a directory, those of earlier checkpoints included. */
  public void save(List<LocalStateFile> files, Path target) throws IOException {
    Files.createDirectories(target);
    for (LocalStateFile file : files) {
      Path copy = target.resolve(file.localName());
      Files.copy(Files.exists(file.path()) ? file.path() : immutable.get(file.localName()), copy);
      if (file.immutable()) {
        immutable.put(file.localName(), copy);
      }
    }
  }
}

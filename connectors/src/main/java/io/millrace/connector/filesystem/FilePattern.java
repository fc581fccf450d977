package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which files the option {@code path} means: one file; the files directly in a directory, without
 * those whose names begin with {@code .} or {@code _}; or those that match a glob pattern, without
 * those whose names begin with {@code .}.
 */
final class FilePattern {
  private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

  private final String text;
  private final Path base;
  private final int depth;
  private final Predicate<Path> matches;

  private FilePattern(String text, Path base, int depth, Predicate<Path> matches) {
    this.text = text;
    this.base = base;
    this.depth = depth;
    this.matches = matches;
  }

  /** Relative paths start at the working directory of the process. */
  static FilePattern of(String text) {
    Path path;
    try {
      path = Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw FileOptions.invalid("Option 'path' is not a path: " + e.getMessage());
    }
    if (Files.isDirectory(path)) {
      return new FilePattern(
          text, path, 1, relative -> !isHidden(relative) && !relative.toString().startsWith("_"));
    }
    if (Files.exists(path) || !GLOB.matcher(text).find()) {
      Path name = path.getFileName();
      return new FilePattern(text, path.getParent(), 1, relative -> relative.equals(name));
    }
    return glob(text, path);
  }

  private static FilePattern glob(String text, Path path) {
    Path base = path.getRoot();
    int plain = 0;
    while (plain < path.getNameCount() && !GLOB.matcher(path.getName(plain).toString()).find()) {
      base = base.resolve(path.getName(plain++));
    }
    Path rest = path.subpath(plain, path.getNameCount());
    PathMatcher matcher;
    try {
      matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
    } catch (IllegalArgumentException e) {
      throw FileOptions.invalid(
          "Option 'path' is not a glob pattern: " + e.getMessage().lines().findFirst().orElse(""));
    }
    int depth = rest.toString().contains("**") ? Integer.MAX_VALUE : rest.getNameCount();
    return new FilePattern(
        text, base, depth, relative -> !isHidden(relative) && matcher.matches(relative));
  }

  private static boolean isHidden(Path relative) {
    for (Path name : relative) {
      if (name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a file of this name would be read. */
  boolean includes(Path file) {
    Path path = file.toAbsolutePath().normalize();
    if (!path.startsWith(base) || path.equals(base)) {
      return false;
    }
    Path relative = base.relativize(path);
    return relative.getNameCount() <= depth && matches.test(relative);
  }

  /** The files there are now by their names below the pattern's fixed part, in name order. */
  Map<String, Path> list() {
    Map<String, Path> files = new TreeMap<>();
    if (!Files.isDirectory(base)) {
      return files;
    }
    try (Stream<Path> walk = Files.walk(base, depth)) {
      walk.filter(path -> !path.equals(base))
          .filter(path -> matches.test(base.relativize(path)))
          .filter(Files::isRegularFile)
          .forEach(path -> files.put(base.relativize(path).toString().replace('\\', '/'), path));
      return files;
    } catch (IOException e) {
      throw FileErrors.of("list the files in " + base, e);
    } catch (UncheckedIOException e) {
      throw FileErrors.of("list the files in " + base, e.getCause());
    }
  }

  /** What to say when there is no file. */
  MillraceException nothingFound() {
    Path path = Path.of(text);
    String place =
        path.isAbsolute()
            ? ""
            : " (relative paths start at the server's working directory, "
                + Path.of("").toAbsolutePath()
                + ")";
    String what =
        Files.isDirectory(path)
            ? "There is no file in the directory "
            : GLOB.matcher(text).find() ? "No file matches " : "There is no file or directory ";
    return new MillraceException(
        ErrorCode.MISSING_FILE, what + path.toAbsolutePath().normalize() + place + ".");
  }

  /** Whether what the path names must be there even when new files are waited for. */
  boolean mustExist() {
    return !GLOB.matcher(text).find() && !Files.exists(Path.of(text));
  }
}

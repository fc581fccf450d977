package io.millrace.connector.filesystem;

import io.millrace.executor.connector.Split;
import java.nio.file.Path;

/**
 * A file as a split.
 *
 * @param split its id is the file's name below the fixed part of the option {@code path}
 * @param file absolute
 */
record FileSplit(Split split, Path file) {}

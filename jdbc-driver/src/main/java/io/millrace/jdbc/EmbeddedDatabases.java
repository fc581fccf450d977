package io.millrace.jdbc;

import io.millrace.jdbc.EmbeddedDatabaseProvider.EmbeddedDatabase;
import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The databases open in this JVM. Connections to one directory, or to one name in memory, share a
 * database; it closes with the last of them unless one asked to keep it.
 */
final class EmbeddedDatabases {

  private static final EmbeddedDatabases SHARED = new EmbeddedDatabases();

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /** One database and how many connections use it; guarded by itself. */
  private static final class Entry {
    private EmbeddedDatabase database;
    private Map<String, String> options;
    private int users;
    private boolean keep;
    private boolean closed;
  }

  /** A connection's share of a database. */
  final class Lease implements AutoCloseable {
    private final String key;
    private final Entry entry;
    private boolean released;

    private Lease(String key, Entry entry) {
      this.key = key;
      this.entry = entry;
    }

    EmbeddedDatabase database() {
      return entry.database;
    }

    @Override
    public void close() {
      synchronized (entry) {
        if (released) {
          return;
        }
        released = true;
        entry.users--;
        if (entry.users > 0 || entry.keep) {
          return;
        }
        entry.closed = true;
        try {
          entry.database.close();
        } finally {
          // Only now may another connection open the directory again.
          entries.remove(key, entry);
        }
      }
    }
  }

  static EmbeddedDatabases shared() {
    return SHARED;
  }

  /** Opens the database of {@code url}, or joins the connections that have it open. */
  Lease acquire(ConnectionUrl url) throws SQLException {
    boolean keep = DriverProperty.KEEP.getBoolean(url.properties());
    Map<String, String> options = new TreeMap<>(url.properties());
    for (DriverProperty property : DriverProperty.values()) {
      options.remove(property.key());
    }
    String directory = directory(url.target());
    String key = key(url.target(), directory);
    while (true) {
      Entry entry = entries.computeIfAbsent(key, k -> new Entry());
      synchronized (entry) {
        if (entry.closed) {
          continue;
        }
        if (entry.database == null) {
          open(key, entry, directory, options);
        } else if (!options.isEmpty() && !options.equals(entry.options)) {
          throw SqlErrors.of(
              SqlStates.CONNECTION_REJECTED,
              "the database "
                  + key
                  + " is open in this JVM with the options "
                  + entry.options
                  + "; it cannot be opened with "
                  + options
                  + " at the same time. Leave the options out to share it");
        }
        entry.users++;
        entry.keep |= keep;
        return new Lease(key, entry);
      }
    }
  }

  private void open(String key, Entry entry, String directory, Map<String, String> options)
      throws SQLException {
    boolean opened = false;
    try {
      entry.database = provider().open(directory, Map.copyOf(options));
      entry.options = options;
      opened = true;
    } catch (RuntimeException e) {
      SQLException reason = SqlErrors.unwrap(e);
      boolean told = !SqlStates.GENERAL.equals(reason.getSQLState());
      throw SqlErrors.of(
          told ? reason.getSQLState() : SqlStates.CANNOT_CONNECT,
          reason.getErrorCode(),
          "cannot open the database " + key + ": " + e.getMessage(),
          e);
    } finally {
      if (!opened) {
        entry.closed = true;
        entries.remove(key, entry);
      }
    }
  }

  private static String directory(ConnectionUrl.Target target) throws SQLException {
    if (!(target instanceof ConnectionUrl.Directory directory)) {
      return null;
    }
    try {
      Path path = Path.of(directory.path()).toAbsolutePath().normalize();
      return path.toFile().getCanonicalPath();
    } catch (InvalidPathException | IOException e) {
      throw SqlErrors.of(
          SqlStates.CANNOT_CONNECT,
          "'" + directory.path() + "' is no usable directory: " + e.getMessage(),
          e);
    }
  }

  private static String key(ConnectionUrl.Target target, String directory) {
    if (directory != null) {
      return "embedded:" + directory;
    }
    String name = target instanceof ConnectionUrl.Memory memory ? memory.name() : "";
    return "memory:" + (name.isEmpty() ? UUID.randomUUID().toString() : name);
  }

  private static EmbeddedDatabaseProvider provider() throws SQLException {
    // The application's class path first, then the one that the driver itself came from.
    ClassLoader[] loaders = {
      Thread.currentThread().getContextClassLoader(), EmbeddedDatabases.class.getClassLoader()
    };
    try {
      for (ClassLoader loader : loaders) {
        Iterator<EmbeddedDatabaseProvider> found =
            ServiceLoader.load(EmbeddedDatabaseProvider.class, loader).iterator();
        if (found.hasNext()) {
          return found.next();
        }
      }
    } catch (ServiceConfigurationError e) {
      throw SqlErrors.of(
          SqlStates.CANNOT_CONNECT,
          "the in-process database cannot be loaded: " + e.getMessage(),
          e);
    }
    throw SqlErrors.of(
        SqlStates.CANNOT_CONNECT,
        "an in-process database needs the engine on the class path: add the artifact"
            + " io.millrace:millrace-server:"
            + DriverInfo.version()
            + ", or connect to a server by jdbc:millrace://host:"
            + ConnectionUrl.DEFAULT_PORT
            + "/");
  }
}

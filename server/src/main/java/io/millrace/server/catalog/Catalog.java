package io.millrace.server.catalog;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.server.storage.DocumentFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The relations of a database, kept in one file. A change is durable when its method returns, and
 * has not happened if it throws. Thread-safe: readers take snapshots and never wait for writers.
 */
public final class Catalog {
  /** How many ids one write of the file sets aside. */
  private static final int ID_BLOCK = 64;

  private final DocumentFile<CatalogDocument> file;
  private volatile CatalogSnapshot snapshot;
  private long nextId;
  private long idLimit;

  private Catalog(DocumentFile<CatalogDocument> file, CatalogDocument stored) {
    this.file = file;
    this.snapshot = snapshot(stored);
    this.nextId = stored.idLimit();
    this.idLimit = stored.idLimit();
  }

  /**
   * Reads the catalog, which is empty if there is no file.
   *
   * @throws io.millrace.core.error.MillraceException if the file is damaged or of another version
   */
  public static Catalog open(FileSystem fileSystem, Path file) {
    DocumentFile<CatalogDocument> document =
        new DocumentFile<>(fileSystem, file, CatalogDocument.class, CatalogDocument.VERSION);
    return new Catalog(
        document,
        document.read().orElse(new CatalogDocument(CatalogDocument.VERSION, 0, 1, List.of())));
  }

  static CatalogSnapshot snapshot(CatalogDocument stored) {
    return new CatalogSnapshot(
        stored.catalogVersion(),
        stored.entries().stream().map(CatalogDocument.Entry::toCatalog).toList());
  }

  /** What {@link #definitions} gave. */
  static CatalogDocument parse(String definitions) {
    return DocumentFile.fromJson(
        definitions,
        CatalogDocument.class,
        CatalogDocument.VERSION,
        "the definitions of a savepoint");
  }

  /** Writes the file, which from then on is there as long as the database is. */
  public synchronized void save() {
    write(snapshot, idLimit);
  }

  /** The definitions of all relations as they are now, for {@link #restore}. */
  public synchronized String definitions() {
    return DocumentFile.toJson(document(snapshot, idLimit));
  }

  /**
   * Replaces all relations by those that there were.
   *
   * @param definitions as {@link #definitions} gave them
   * @throws io.millrace.core.error.MillraceException if they are of another version
   */
  public synchronized void restore(String definitions) {
    CatalogDocument stored = parse(definitions);
    // Ids that were given since stay given: files of sinks have them in their names.
    idLimit = Math.max(idLimit, stored.idLimit());
    nextId = idLimit;
    replace(snapshot(stored).entries());
  }

  /** The catalog as it is now. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** An id that no relation ever had or will get again, not even after a crash. */
  public synchronized long newId() {
    if (nextId == idLimit) {
      write(snapshot, idLimit + ID_BLOCK);
      idLimit += ID_BLOCK;
    }
    return nextId++;
  }

  /** Adds relations, whose names are free and each of which reads only others before it. */
  public synchronized void add(List<CatalogEntry> added) {
    List<CatalogEntry> entries = new ArrayList<>(snapshot.entries());
    entries.addAll(added);
    replace(entries);
  }

  /** Removes relations, of which none that stays reads one. */
  public synchronized void remove(Collection<String> names) {
    List<CatalogEntry> entries = new ArrayList<>(snapshot.entries());
    entries.removeIf(entry -> names.contains(entry.name()));
    replace(entries);
  }

  private void replace(List<CatalogEntry> entries) {
    CatalogSnapshot changed = new CatalogSnapshot(snapshot.version() + 1, entries);
    write(changed, idLimit);
    snapshot = changed;
  }

  private void write(CatalogSnapshot content, long limit) {
    file.write(document(content, limit));
  }

  private static CatalogDocument document(CatalogSnapshot content, long limit) {
    return new CatalogDocument(
        CatalogDocument.VERSION,
        content.version(),
        limit,
        content.entries().stream().map(CatalogDocument.Entry::of).toList());
  }
}

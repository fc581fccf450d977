/**
 * Checkpoints on disk: manifests with checksums, and the files that several of them share. The
 * protocol that decides when one is taken is in {@code executor.coordinator}.
 */
package io.millrace.executor.checkpoint;

package io.millrace.executor.element;

import io.millrace.executor.data.ChangeBatch;

/**
 * Some rows of an epoch.
 *
 * @param batch with a reference that belongs to whoever holds this element
 */
public record Rows(ChangeBatch batch) implements StreamElement {}

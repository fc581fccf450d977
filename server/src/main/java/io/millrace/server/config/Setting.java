package io.millrace.server.config;

/**
 * One setting as users see it.
 *
 * @param name in lower case
 * @param value as text
 * @param description what it means
 */
public record Setting(String name, String value, String description) {}

/** Small files of JSON that are replaced whole: durable, checksummed and versioned. */
package io.millrace.server.storage;

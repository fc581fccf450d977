/** What statements answer: counts, or rows that are fetched as they are needed. */
package io.millrace.server.result;

/** What Millrace promises, shown on whole databases: exact, consistent, and through crashes. */
package io.millrace.server.proof;

/** One client's conversation: its settings, and its statements from text to answer. */
package io.millrace.server.session;

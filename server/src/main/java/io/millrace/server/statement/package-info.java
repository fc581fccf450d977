/** What each kind of statement does: one class each, behind one entrance that tells them apart. */
package io.millrace.server.statement;

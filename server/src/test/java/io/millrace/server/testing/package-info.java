/** What tests of several packages use. */
package io.millrace.server.testing;

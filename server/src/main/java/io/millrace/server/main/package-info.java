/** Where the process starts. */
package io.millrace.server.main;

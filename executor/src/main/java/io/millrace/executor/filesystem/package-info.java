/** The file system as the engine needs it, so that tests and simulations can own it. */
package io.millrace.executor.filesystem;

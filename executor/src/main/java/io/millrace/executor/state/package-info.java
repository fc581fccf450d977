/**
 * State tables: what operators keep between epochs. One interface over several backends, each in a
 * sub-package.
 */
package io.millrace.executor.state;

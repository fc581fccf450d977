/** Queries of the Nexmark benchmark, each alone in a process. */
package io.millrace.benchmarks.nexmark;

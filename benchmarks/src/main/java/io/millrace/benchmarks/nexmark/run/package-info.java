/**
 * One run of one query of Nexmark: what it is given, what it gives back. Programs for other systems
 * use this package too, so it needs no libraries except for Millrace's own program.
 */
package io.millrace.benchmarks.nexmark.run;

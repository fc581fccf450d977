/** Whether state ends with the watermark: of keys that never come again. */
package io.millrace.benchmarks.expiry;

/** What flows between operators: columnar change batches over Arrow. Knows no operator. */
package io.millrace.executor.data;

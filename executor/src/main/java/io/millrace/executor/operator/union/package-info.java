/** All rows of several inputs. */
package io.millrace.executor.operator.union;

/**
 * What operators with one record a key share: which records an epoch has touched, and what was in
 * them before.
 */
package io.millrace.executor.operator.record;

/** From a query's tree to relational algebra: validation, conversion and expansion of views. */
package io.millrace.planner.convert;

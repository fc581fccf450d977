package io.millrace.planner.adhoc;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.linq4j.Enumerable;

/**
 * What one run of a query gets.
 *
 * @param scans the rows that {@link AdHocQuery#scans} asks for, in the same order; those that say
 *     so are enumerated several times
 * @param parameters values of the statement's parameters
 * @param cancelled set by another thread to end the run early
 * @param nowMillis the time of the statement, since 1970-01-01 00:00:00 UTC
 * @param user who asks
 * @param memory of the rows that the run holds
 */
public record QueryInput(
    List<Enumerable<Object[]>> scans,
    List<Object> parameters,
    AtomicBoolean cancelled,
    long nowMillis,
    String user,
    RowMemory memory) {}

package io.millrace.planner.adhoc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/** Hands a run's input to generated code. Times are in UTC, as everywhere in Millrace. */
final class QueryContext implements DataContext {
  private final Map<String, Object> values = new HashMap<>();

  QueryContext(QueryInput input, Map<String, Object> constants) {
    values.putAll(constants);
    List<Enumerable<Object[]>> scans = input.scans();
    for (int i = 0; i < scans.size(); i++) {
      values.put(RelationScan.source(i), scans.get(i));
    }
    for (int i = 0; i < input.parameters().size(); i++) {
      values.put("?" + i, input.parameters().get(i));
    }
    values.put(HeldRows.HELD, new HeldRows.Held(input.memory()));
    values.put(Variable.CANCEL_FLAG.camelName, input.cancelled());
    values.put(Variable.UTC_TIMESTAMP.camelName, input.nowMillis());
    values.put(Variable.CURRENT_TIMESTAMP.camelName, input.nowMillis());
    values.put(Variable.LOCAL_TIMESTAMP.camelName, input.nowMillis());
    values.put(Variable.TIME_ZONE.camelName, TimeZone.getTimeZone("UTC"));
    values.put(Variable.LOCALE.camelName, Locale.ROOT);
    values.put(Variable.USER.camelName, input.user());
    values.put(Variable.SYSTEM_USER.camelName, input.user());
  }

  @Override
  public Object get(String name) {
    return values.get(name);
  }

  @Override
  public SchemaPlus getRootSchema() {
    return null;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    throw new UnsupportedOperationException("no type is made while a query runs");
  }

  @Override
  public QueryProvider getQueryProvider() {
    return null;
  }
}

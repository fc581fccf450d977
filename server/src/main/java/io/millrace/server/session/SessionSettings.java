package io.millrace.server.session;

import io.millrace.server.config.Setting;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The variables of one session. Thread-safe. */
public final class SessionSettings {
  private final Map<SessionVariable, String> changed = new EnumMap<>(SessionVariable.class);

  public synchronized String get(SessionVariable variable) {
    return changed.getOrDefault(variable, variable.defaultValue());
  }

  /**
   * @throws io.millrace.core.error.MillraceException if this is no value of the variable
   */
  public synchronized void set(SessionVariable variable, String value) {
    changed.put(variable, variable.check(value));
  }

  public synchronized void reset(SessionVariable variable) {
    changed.remove(variable);
  }

  /** All variables, by name. */
  public List<Setting> all() {
    return Arrays.stream(SessionVariable.values())
        .map(variable -> new Setting(variable.spelled(), get(variable), variable.description()))
        .toList();
  }
}

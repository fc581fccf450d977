package io.millrace.core.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;

/**
 * Plans and relations as JSON. Only the named record types are ever created from it. Thread-safe.
 */
public final class PlanJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private PlanJson() {}

  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new MillraceException(ErrorCode.INTERNAL_ERROR, "Cannot write a plan as JSON.", e);
    }
  }

  /**
   * {@link ErrorCode#INCOMPATIBLE_STATE} if it holds a plan that a newer Millrace has made, {@link
   * ErrorCode#CORRUPTED_DATA} if the text is not the JSON of a {@code type}.
   */
  public static <T> T read(String json, Class<T> type) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      checkVersions(tree);
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_DATA,
          "Cannot read a " + type.getSimpleName() + ": " + e.getOriginalMessage(),
          e);
    }
  }

  /** Before anything is made of the nodes, of which this version may not know all. */
  private static void checkVersions(JsonNode tree) {
    for (JsonNode plan : tree.findParents("nodes")) {
      int version = plan.path("version").asInt();
      if (version > ExecPlan.VERSION) {
        throw new MillraceException(
            ErrorCode.INCOMPATIBLE_STATE,
            "A plan has version "
                + version
                + ", and this Millrace knows plans up to version "
                + ExecPlan.VERSION
                + "; use the newer Millrace that made it.");
      }
    }
  }
}

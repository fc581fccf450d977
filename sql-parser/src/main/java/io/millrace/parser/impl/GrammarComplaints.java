package io.millrace.parser.impl;

import static org.apache.calcite.util.Static.RESOURCE;

import java.util.Locale;
import java.util.Map;

/**
 * Says in Millrace's words what the actions in Calcite's grammar complain about; they speak of
 * contexts and conformance levels, which a user never chose.
 */
final class GrammarComplaints {

  private static final Map<String, String> REWORDED =
      Map.of(
          RESOURCE.illegalNonQueryExpression().str(),
          "a query is expected here: SELECT, VALUES or WITH",
          RESOURCE.illegalQueryExpression().str(),
          "a query cannot stand here without parentheses around it",
          RESOURCE.illegalJoinExpression().str(),
          "a join cannot stand here",
          RESOURCE.limitStartCountOrAllNotAllowed("count").str(),
          "LIMIT takes one number; write LIMIT count OFFSET start",
          RESOURCE.limitStartCountOrAllNotAllowed("ALL").str(),
          "LIMIT takes one number; write OFFSET start",
          RESOURCE.minusNotAllowed().str(),
          "MINUS is not known as an operator on queries; write EXCEPT",
          RESOURCE.charLiteralAliasNotValid().str(),
          "a string cannot be an alias; names are quoted with double quotes (\")");

  private GrammarComplaints() {}

  static String reword(Throwable complaint) {
    String message = String.valueOf(complaint.getMessage());
    String reworded = REWORDED.get(message);
    if (reworded != null) {
      return reworded;
    }
    boolean sentence =
        message.length() > 1
            && Character.isUpperCase(message.charAt(0))
            && !Character.isUpperCase(message.charAt(1));
    return sentence
        ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
        : message;
  }
}

package io.millrace.parser.dialect;

import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.sql.SqlDialect;

/** How trees are printed: names always in double quotes, so that no case and no word is lost. */
public final class MillraceDialect extends SqlDialect {

  /** The one instance; immutable. */
  public static final SqlDialect INSTANCE = new MillraceDialect();

  private MillraceDialect() {
    super(
        EMPTY_CONTEXT
            .withDatabaseProduct(DatabaseProduct.UNKNOWN)
            .withDatabaseProductName("Millrace")
            .withIdentifierQuoteString("\"")
            .withLiteralQuoteString("'")
            .withUnquotedCasing(Casing.TO_LOWER)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(true)
            .withNullCollation(NullCollation.HIGH));
  }

  /** Plain quotes whatever the characters: the text is Unicode anyway. */
  @Override
  public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
    buf.append('\'').append(val.replace("'", "''")).append('\'');
  }
}

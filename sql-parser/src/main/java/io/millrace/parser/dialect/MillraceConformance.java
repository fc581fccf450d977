package io.millrace.parser.dialect;

import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * What is allowed beyond standard SQL: what PostgreSQL users write, and no more. Everything not
 * decided here is as lenient as Calcite's Babel.
 */
public final class MillraceConformance extends SqlDelegatingConformance {

  /** The one instance; immutable. */
  public static final SqlConformance INSTANCE = new MillraceConformance();

  private MillraceConformance() {
    super(SqlConformanceEnum.BABEL);
  }

  /** {@code LIMIT start, count} is MySQL's and reads like something else elsewhere. */
  @Override
  public boolean isLimitStartCountAllowed() {
    return false;
  }

  /** {@code OFFSET n LIMIT m} as well as {@code LIMIT m OFFSET n}. */
  @Override
  public boolean isOffsetLimitAllowed() {
    return true;
  }

  /** {@code SELECT a 'b'} is a forgotten comma more often than an alias. */
  @Override
  public boolean allowCharLiteralAlias() {
    return false;
  }

  @Override
  public boolean isBangEqualAllowed() {
    return true;
  }

  @Override
  public boolean isPercentRemainderAllowed() {
    return true;
  }

  @Override
  public boolean isGroupByOrdinal() {
    return true;
  }

  @Override
  public boolean isGroupByAlias() {
    return true;
  }

  @Override
  public boolean isHavingAlias() {
    return true;
  }

  @Override
  public boolean isSortByOrdinal() {
    return true;
  }

  @Override
  public boolean isSortByAlias() {
    return true;
  }

  /** A column of a table is not hidden by an alias of the same name, except in ORDER BY. */
  @Override
  public boolean isSortByAliasObscures() {
    return false;
  }

  @Override
  public boolean isMinusAllowed() {
    return false;
  }

  @Override
  public boolean splitQuotedTableName() {
    return false;
  }

  /** MySQL's single-row {@code VALUE (…)}; {@code value} is a column's name here. */
  @Override
  public boolean isValueAllowed() {
    return false;
  }

  /** {@code SELECT ROW(a, b)}. */
  @Override
  public boolean allowExplicitRowValueConstructor() {
    return true;
  }
}

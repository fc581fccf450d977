package io.millrace.planner.validate;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** Where the standard leaves a choice, or where everybody writes what it does not know. */
public final class MillraceConformance extends SqlDelegatingConformance {
  public static final MillraceConformance INSTANCE = new MillraceConformance();

  private MillraceConformance() {
    super(SqlConformanceEnum.BABEL);
  }

  @Override
  public boolean isGroupByAlias() {
    return true;
  }

  @Override
  public boolean isGroupByOrdinal() {
    return true;
  }

  @Override
  public boolean isHavingAlias() {
    return true;
  }

  /** A name in a select list is that of a column of the FROM clause. */
  @Override
  public SelectAliasLookup isSelectAlias() {
    return SelectAliasLookup.UNSUPPORTED;
  }

  @Override
  public boolean isSortByOrdinal() {
    return true;
  }

  @Override
  public boolean isSortByAlias() {
    return true;
  }

  /** A column that is neither grouped nor aggregated is an error, as in PostgreSQL. */
  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** There is no DUAL. */
  @Override
  public boolean isSupportedDualTable() {
    return false;
  }

  @Override
  public boolean allowGeometry() {
    return false;
  }

  @Override
  public boolean supportsUnsignedTypes() {
    return false;
  }

  @Override
  public boolean checkedArithmetic() {
    return true;
  }
}

package io.millrace.parser.impl;

import io.millrace.core.error.MillraceException;
import io.millrace.parser.ddl.SqlSyntaxRefusal;
import io.millrace.parser.dialect.MillraceConformance;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Runs the generated parser over the tokens of one statement. Stateless. */
public final class TreeBuilder {

  private static final int MAX_IDENTIFIER_LENGTH = 128;

  private TreeBuilder() {}

  /** Parses a whole statement. */
  public static SqlNode statement(StatementText text) {
    return build(text, MillraceSqlParserImpl::parseSqlStmtEof);
  }

  /** Parses a scalar expression. */
  public static SqlNode expression(StatementText text) {
    return build(text, MillraceSqlParserImpl::parseSqlExpressionEof);
  }

  @FunctionalInterface
  private interface Production {
    SqlNode parse(MillraceSqlParserImpl parser) throws Exception;
  }

  private static SqlNode build(StatementText text, Production production) {
    List<Token> tokens = text.tokens();
    MillraceSqlParserImpl parser = new MillraceSqlParserImpl(new ReplayTokenManager(tokens));
    parser.setQuotedCasing(Casing.UNCHANGED);
    parser.setUnquotedCasing(Casing.TO_LOWER);
    parser.setIdentifierMaxLength(MAX_IDENTIFIER_LENGTH);
    parser.setConformance(MillraceConformance.INSTANCE);
    try {
      return production.parse(parser);
    } catch (MillraceException e) {
      throw e;
    } catch (ParseException e) {
      throw StatementReader.syntaxError(e.currentToken.next, e.getMessage());
    } catch (CalciteContextException e) {
      SqlParserPos pos =
          new SqlParserPos(
              e.getPosLine(), e.getPosColumn(), e.getEndPosLine(), e.getEndPosColumn());
      throw SqlSyntaxRefusal.invalid(pos, String.valueOf(e.getCause().getMessage()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

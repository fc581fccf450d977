package io.millrace.parser.impl;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.dialect.MillraceConformance;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;

/** Runs the generated parser over the tokens of one statement. Stateless. */
public final class TreeBuilder {

  private static final int MAX_IDENTIFIER_LENGTH = 128;

  private TreeBuilder() {}

  /** Parses a whole statement. */
  public static SqlNode statement(StatementText text) {
    StatementStart.check(text.tokens());
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
    Nesting.check(tokens);
    ContextualNames.resolve(tokens);
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
      throw SyntaxMessages.describe(e);
    } catch (CalciteContextException e) {
      throw new MillraceException(
          ErrorCode.SYNTAX_ERROR,
          new SourcePosition(e.getPosLine(), e.getPosColumn()),
          GrammarComplaints.reword(e.getCause()),
          e);
    } catch (CalciteException e) {
      throw new MillraceException(ErrorCode.SYNTAX_ERROR, text.start(), e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw Nesting.outOfStack(text.start(), e);
    } catch (Exception e) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, text.start(), "the parser failed at this statement: " + e, e);
    }
  }
}

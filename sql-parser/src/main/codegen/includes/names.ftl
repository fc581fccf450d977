<#-- Small productions that several statements share. -->

boolean IfNotExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

/** The WITH clause: options as {@code 'key' = 'value'}, at least one. */
SqlNodeList WithOptions() :
{
    final Span s;
    final List<SqlNode> list = new ArrayList<SqlNode>();
    SqlOption option;
}
{
    <WITH> <LPAREN> { s = span(); }
    option = Option() { list.add(option); }
    ( <COMMA> option = Option() { list.add(option); } )*
    <RPAREN> { return SqlOption.distinct(new SqlNodeList(list, s.end(this))); }
}

SqlNodeList WithOptionsOpt() :
{
    final SqlNodeList opts;
}
{
    opts = WithOptions() { return opts; }
|
    { return SqlNodeList.EMPTY; }
}

SqlOption Option() :
{
    final SqlNode key;
    final SqlNode value;
}
{
    (
        key = StringLiteral()
    |
        key = CompoundIdentifier()
    )
    <EQ>
    value = OptionValue()
    { return new SqlOption(Span.of(key, value).pos(), key, value); }
}

SqlNode OptionValue() :
{
    final SqlNode value;
}
{
    (
        LOOKAHEAD(2)
        value = NumericLiteral()
    |
        value = StringLiteral()
    |
        LOOKAHEAD(2)
        value = SpecialLiteral()
    |
        value = SimpleIdentifier()
    )
    { return value; }
}

/**
 * A query and nothing else. Calcite's own production reads expressions as well and complains about
 * them only afterwards.
 */
SqlNode OrderedQuery() :
{
    SqlNode query;
    final List<Object> list = new ArrayList<Object>();
}
{
    (
        query = ParenthesizedExpression(ExprContext.ACCEPT_QUERY) {
            if (!query.isA(SqlKind.QUERY)) {
                throw SqlUtil.newContextException(query.getParserPosition(),
                    RESOURCE.illegalNonQueryExpression());
            }
            list.add(query);
        }
        ( AddSetOpQuery(list, ExprContext.ACCEPT_QUERY) )*
        { query = SqlParserUtil.toTree(list); }
    |
        query = Query(ExprContext.ACCEPT_QUERY)
    )
    query = OrderByLimitOpt(query)
    { return query; }
}

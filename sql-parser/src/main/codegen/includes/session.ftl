<#-- SUBSCRIBE, CHECKPOINT, SET, RESET, ALTER SYSTEM. -->

SqlNode SqlSubscribeStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlNodeList opts;
}
{
    <SUBSCRIBE> { s = span(); }
    Committed()
    [ LOOKAHEAD(2, <TO> ( AnyName() | <LPAREN> | <SELECT> | <WITH> | <VALUES> )) <TO> ]
    [
        ( <LPAREN> | <SELECT> | <WITH> | <VALUES> )
        {
            throw SqlSyntaxRefusal.unsupported(getPos(), "SUBSCRIBE to a query is not supported:"
                + " create a materialized view of it and subscribe to that");
        }
    ]
    name = CompoundIdentifier()
    opts = WithOptionsOpt()
    { return new SqlSubscribe(s.end(this), name, opts); }
}

SqlNode SqlCheckpointStatement() :
{
}
{
    <CHECKPOINT> { return new SqlCheckpoint(getPos()); }
}

SqlAlter SetVariable(Span s, String scope) :
{
    SqlIdentifier name = null;
    SqlNode value = null;
}
{
    (
        <SET> { s.add(this); }
        name = CompoundIdentifier()
        ( <EQ> | <TO> )
        value = VariableValue()
    |
        <RESET> { s.add(this); }
        ( <ALL> | name = CompoundIdentifier() )
    )
    { return new SqlSetVariable(s.end(this), scope, name, value); }
}

SqlNode VariableValue() :
{
    final SqlNode value;
}
{
    (
        LOOKAHEAD(2)
        value = NonIntervalLiteral()
    |
        value = CompoundIdentifier()
    |
        <ON> { value = SqlLiteral.createBoolean(true, getPos()); }
    |
        <DEFAULT_> { return null; }
    )
    { return value; }
}

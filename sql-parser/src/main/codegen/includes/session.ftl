<#-- SUBSCRIBE, CHECKPOINT, SAVEPOINT, SET, RESET, ALTER SYSTEM. -->

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

SqlNode SqlSavepointStatement() :
{
    final Span s;
    final SqlNode name;
}
{
    <SAVEPOINT> { s = span(); }
    Committed()
    name = SavepointName()
    { return new SqlSavepoint(s.end(this), name); }
}

/** What stands for a time after FOR SYSTEM_TIME AS OF, and nowhere else. */
SqlNode SavepointTime() :
{
    final Span s;
    final boolean inPlace;
    final SqlNode name;
}
{
    { inPlace = token.kind == OF; }
    <SAVEPOINT>
    {
        s = span();
        if (!inPlace) {
            throw SqlSyntaxRefusal.invalid(getPos(), "SAVEPOINT 'name' is expected only behind"
                + " a table or materialized view and FOR SYSTEM_TIME AS OF");
        }
    }
    name = StringLiteral()
    { return new SqlSavepointTime(s.end(this), name); }
}

SqlNode SavepointName() :
{
    final SqlNode name;
    final SqlIdentifier identifier;
}
{
    name = StringLiteral() { return name; }
|
    identifier = CompoundIdentifier()
    {
        throw SqlSyntaxRefusal.unsupported(identifier.getParserPosition(),
            "the name of a savepoint is a text: write '" + identifier + "' in single quotes."
            + " Transactions have no savepoints: every statement commits by itself");
    }
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

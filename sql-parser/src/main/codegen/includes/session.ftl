<#-- SUBSCRIBE, CHECKPOINT, SET, RESET, and the transaction statements that are refused. -->

SqlNode SqlSubscribeStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlNodeList opts;
}
{
    <SUBSCRIBE> { s = span(); }
    Committed()
    [ LOOKAHEAD(2, <TO> AnyName()) <TO> ]
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

SqlNode TransactionStatement() :
{
}
{
    ( <BEGIN> | <COMMIT> | <ROLLBACK> | <START> | <SAVEPOINT> )
    {
        throw SqlSyntaxRefusal.unsupported(getPos(),
            "transactions are not supported: every statement commits by itself");
    }
}

SqlAlter SetVariable(Span s, String scope) :
{
    SqlIdentifier name = null;
    SqlNode value = null;
}
{
    {
        if (scope != null) {
            throw SqlSyntaxRefusal.unsupported(getPos(), "ALTER is not supported: write SET name = value");
        }
    }
    (
        <SET> { s.add(this); }
        name = CompoundIdentifier()
        ( <EQ> | <TO> )
        value = VariableValue()
    |
        <RESET> { s.add(this); }
        ( <ALL> | name = CompoundIdentifier() )
    )
    { return new SqlSetVariable(s.end(this), name, value); }
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

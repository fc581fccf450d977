<#-- SHOW, DESCRIBE, EXPLAIN: what there is and how it runs. -->

/**
 * Ends a syntactic lookahead: a scan that gets here has succeeded. It keeps a statement with a
 * mistake after its first word in its own production, which then says what was expected there.
 */
JAVACODE void Committed() {}

SqlNode SqlShowStatement() :
{
    final Span s;
    final SqlNode show;
}
{
    <SHOW> { s = span(); }
    Committed()
    show = ShowRest(s)
    { return show; }
}

SqlNode ShowRest(Span s) :
{
    final ObjectKind kind;
    ObjectKind createKind = null;
    final SqlIdentifier name;
    SqlNode like = null;
}
{
    LOOKAHEAD(1)
    kind = ObjectKindPlural()
    [ like = LikePattern() ]
    { return new SqlShowObjects(s.end(this), kind, like); }
|
    LOOKAHEAD(1)
    <SAVEPOINTS>
    [ like = LikePattern() ]
    { return new SqlShowSavepoints(s.end(this), like); }
|
    LOOKAHEAD(1)
    <COLUMNS> ( <FROM> | <IN> ) name = CompoundIdentifier()
    [ like = LikePattern() ]
    { return new SqlShowColumns(s.end(this), name, like); }
|
    <CREATE>
    [ LOOKAHEAD(2, ObjectKindWord() AnyName()) createKind = ObjectKindWord() ]
    name = CompoundIdentifier()
    { return new SqlShowCreate(s.end(this), createKind, name); }
|
    <ALL> { return new SqlShowVariable(s.end(this), null); }
|
    name = CompoundIdentifier() { return new SqlShowVariable(s.end(this), name); }
}

void AnyName() :
{
}
{
    CompoundIdentifier()
}

ObjectKind ObjectKindPlural() :
{
}
{
    <SOURCES> { return ObjectKind.SOURCE; }
|
    <TABLES> { return ObjectKind.TABLE; }
|
    <VIEWS> { return ObjectKind.VIEW; }
|
    <MATERIALIZED> <VIEWS> { return ObjectKind.MATERIALIZED_VIEW; }
|
    <SINKS> { return ObjectKind.SINK; }
}

SqlNode LikePattern() :
{
    final SqlNode pattern;
}
{
    <LIKE> pattern = StringLiteral() { return pattern; }
}

SqlNode SqlDescribeStatement() :
{
    final Span s;
    final SqlIdentifier name;
    boolean extended = false;
}
{
    ( <DESCRIBE> | <DESC> ) { s = span(); }
    Committed()
    [ LOOKAHEAD(2, <EXTENDED> AnyName()) <EXTENDED> { extended = true; } ]
    name = CompoundIdentifier()
    { return new SqlDescribeRelation(s.end(this), name, extended); }
}

SqlNode SqlExplainPlan() :
{
    final Span s;
    ExplainLevel level = ExplainLevel.ALL;
    final SqlNode target;
}
{
    <EXPLAIN> { s = span(); }
    Committed()
    [
        LOOKAHEAD(1)
        <LOGICAL> { level = ExplainLevel.LOGICAL; }
    |
        LOOKAHEAD(1)
        <PHYSICAL> { level = ExplainLevel.PHYSICAL; }
    ]
    [ LOOKAHEAD(1) <PLAN> <FOR> ]
    target = Explainable()
    { return new SqlExplainPlan(s.end(this), level, target); }
}

SqlNode Explainable() :
{
    final SqlNode target;
}
{
    (
        target = SqlCreate()
    |
        LOOKAHEAD(1)
        <MATERIALIZED> <VIEW> target = CompoundIdentifier()
    |
        target = SqlInsert()
    |
        target = SqlDelete()
    |
        target = SqlUpdate()
    |
        target = OrderedQuery()
    )
    { return target; }
}

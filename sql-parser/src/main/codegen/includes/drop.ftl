<#-- DROP of every kind of object. -->

SqlDrop DropObject(Span s, boolean replace) :
{
    final ObjectKind kind;
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    kind = ObjectKindWord()
    ifExists = IfExistsOpt()
    name = CompoundIdentifier()
    [
        <CASCADE> { cascade = true; }
    |
        <RESTRICT>
    ]
    { return new SqlDropObject(s.end(this), kind, ifExists, name, cascade); }
}

SqlDrop DropSavepoint(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlNode name;
}
{
    <SAVEPOINT>
    ifExists = IfExistsOpt()
    name = SavepointName()
    { return new SqlDropSavepoint(s.end(this), ifExists, name); }
}

ObjectKind ObjectKindWord() :
{
}
{
    <SOURCE> { return ObjectKind.SOURCE; }
|
    <TABLE> { return ObjectKind.TABLE; }
|
    <VIEW> { return ObjectKind.VIEW; }
|
    <MATERIALIZED> <VIEW> { return ObjectKind.MATERIALIZED_VIEW; }
|
    <SINK> { return ObjectKind.SINK; }
}

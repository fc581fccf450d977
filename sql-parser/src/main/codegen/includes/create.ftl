<#-- CREATE SOURCE, TABLE, VIEW, MATERIALIZED VIEW, SINK. -->

SqlCreate CreateObject(Span s, boolean replace) :
{
    final SqlCreate create;
}
{
    {
        if (replace) {
            throw SqlSyntaxRefusal.unsupported(getPos(),
                "CREATE OR REPLACE is not supported: DROP the object first");
        }
    }
    (
        <SOURCE> create = CreateStoredRelation(s, true)
    |
        <TABLE> create = CreateStoredRelation(s, false)
    |
        <MATERIALIZED> <VIEW> create = CreateViewRest(s, true)
    |
        <VIEW> create = CreateViewRest(s, false)
    |
        <SINK> create = CreateSinkRest(s)
    )
    { return create; }
}

SqlCreate CreateStoredRelation(Span s, boolean source) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNodeList elements;
    final SqlNodeList opts;
}
{
    ifNotExists = IfNotExistsOpt()
    name = CompoundIdentifier()
    elements = TableElements()
    opts = WithOptionsOpt()
    {
        return source
            ? new SqlCreateSource(s.end(this), ifNotExists, name, elements, opts)
            : new SqlCreateTable(s.end(this), ifNotExists, name, elements, opts);
    }
}

SqlNodeList TableElements() :
{
    final Span s;
    final List<SqlNode> list = new ArrayList<SqlNode>();
}
{
    <LPAREN> { s = span(); }
    TableElement(list)
    ( <COMMA> TableElement(list) )*
    <RPAREN> { return new SqlNodeList(list, s.end(this)); }
}

void TableElement(List<SqlNode> list) :
{
    final SqlNode element;
}
{
    (
        LOOKAHEAD(2)
        element = WatermarkClause()
    |
        element = PrimaryKeyConstraint()
    |
        element = ColumnDefinition()
    )
    { list.add(element); }
}

SqlWatermark WatermarkClause() :
{
    final Span s;
    final SqlIdentifier column;
    final SqlNode expression;
}
{
    <WATERMARK> { s = span(); }
    <FOR> column = SimpleIdentifier()
    <AS> expression = Expression(ExprContext.ACCEPT_NON_QUERY)
    { return new SqlWatermark(s.end(this), column, expression); }
}

SqlPrimaryKey PrimaryKeyConstraint() :
{
    final Span s = Span.of();
    SqlIdentifier name = null;
    final SqlNodeList columns;
}
{
    [ <CONSTRAINT> { s.add(this); } name = SimpleIdentifier() ]
    <PRIMARY> { s.add(this); } <KEY>
    columns = ParenthesizedSimpleIdentifierList()
    { return new SqlPrimaryKey(s.end(this), name, columns); }
}

SqlColumn ColumnDefinition() :
{
    final SqlIdentifier name;
    final SqlNode computed;
    SqlDataTypeSpec type;
    SqlNode defaultValue = null;
    boolean primaryKey = false;
    Boolean nullable = null;
}
{
    name = SimpleIdentifier()
    (
        <AS> computed = Expression(ExprContext.ACCEPT_NON_QUERY)
        { return SqlColumn.computed(Span.of(name).end(this), name, computed); }
    |
        type = DataType()
        (
            <NOT> <NULL> { nullable = SqlColumn.once(nullable, false, getPos()); }
        |
            <NULL> { nullable = SqlColumn.once(nullable, true, getPos()); }
        |
            <PRIMARY> <KEY> { primaryKey = true; }
        |
            <DEFAULT_> defaultValue = Expression(ExprContext.ACCEPT_NON_QUERY)
        )*
        {
            return new SqlColumn(Span.of(name).end(this), name,
                ColumnTypes.known(type).withNullable(nullable), defaultValue, primaryKey);
        }
    )
}

SqlCreate CreateViewRest(Span s, boolean materialized) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList columns = null;
    final SqlNodeList opts;
    final SqlNode query;
    SqlLiteral emit = null;
}
{
    ifNotExists = IfNotExistsOpt()
    name = CompoundIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    opts = WithOptionsOpt()
    <AS> query = OrderedQuery()
    [ emit = EmitClause() ]
    {
        if (emit != null && !materialized) {
            throw SqlSyntaxRefusal.invalid(emit.getParserPosition(),
                "EMIT ON WINDOW CLOSE belongs to a materialized view or a sink: "
                    + "a view's query is computed when it is read");
        }
        return materialized
            ? new SqlCreateMaterializedView(
                s.end(this), ifNotExists, name, columns, opts, query, emit)
            : new SqlCreateView(s.end(this), ifNotExists, name, columns, opts, query);
    }
}

SqlLiteral EmitClause() :
{
    final Span s;
}
{
    <EMIT> { s = span(); }
    <ON> <WINDOW> <CLOSE> { return SqlLiteral.createBoolean(true, s.end(this)); }
}

SqlCreate CreateSinkRest(Span s) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlIdentifier from = null;
    final SqlNodeList opts;
    SqlNode query = null;
    SqlLiteral emit = null;
}
{
    ifNotExists = IfNotExistsOpt()
    name = CompoundIdentifier()
    (
        <FROM> from = CompoundIdentifier()
        opts = WithOptions()
        [
            <AS> {
                throw SqlSyntaxRefusal.invalid(getPos(),
                    "a sink has either FROM or AS query, not both");
            }
        ]
    |
        opts = WithOptions()
        <AS> query = OrderedQuery()
        [ emit = EmitClause() ]
    )
    { return new SqlCreateSink(s.end(this), ifNotExists, name, from, opts, query, emit); }
}

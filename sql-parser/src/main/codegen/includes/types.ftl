<#-- The names that PostgreSQL and Flink give to types which Calcite knows by others. -->

SqlTypeNameSpec TypeSynonym() :
{
    final SqlTypeName type;
    int precision = -1;
}
{
    (
        ( <TEXT> | <STRING> ) { type = SqlTypeName.VARCHAR; }
    |
        <INT2> { type = SqlTypeName.SMALLINT; }
    |
        <INT4> { type = SqlTypeName.INTEGER; }
    |
        <INT8> { type = SqlTypeName.BIGINT; }
    |
        <FLOAT4> { type = SqlTypeName.REAL; }
    |
        <FLOAT8> { type = SqlTypeName.DOUBLE; }
    |
        <BOOL> { type = SqlTypeName.BOOLEAN; }
    |
        ( <BYTEA> | <BYTES> ) { type = SqlTypeName.VARBINARY; }
    |
        ( <TIMESTAMPTZ> | <TIMESTAMP_LTZ> ) { type = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE; }
        precision = PrecisionOpt()
    )
    { return new SqlBasicTypeNameSpec(type, precision, getPos()); }
}

/** The infix cast {@code expression::type}. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> { checkNonQueryExpression(exprContext); }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(InfixCastOperator.INSTANCE, s.pos()));
        list.add(type);
    }
}

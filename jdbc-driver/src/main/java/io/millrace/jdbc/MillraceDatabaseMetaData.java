package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.metadata.MetadataShape;
import io.millrace.jdbc.metadata.SqlTypeInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.Meta.DatabaseProperty;
import org.apache.calcite.avatica.Meta.Pat;

/**
 * What Millrace can do and what its catalog holds. Every method answers; what Millrace does not
 * have (procedures, foreign keys, user-defined types, …) is an empty result with the columns of
 * JDBC.
 */
final class MillraceDatabaseMetaData extends Capabilities {

  private final MillraceConnection connection;

  MillraceDatabaseMetaData(MillraceConnection connection) {
    super(connection);
    this.connection = connection;
  }

  private ResultSet empty(MetadataShape shape) throws SQLException {
    connection.checkOpen();
    return MillraceResultSet.of(connection, shape, List.of());
  }

  private MetadataReader catalog() {
    return new MetadataReader(connection);
  }

  // Who this is

  @Override
  public String getURL() {
    // Properties may hold a password.
    String url = connection.urlText();
    int question = url.indexOf('?');
    return question < 0 ? url : url.substring(0, question);
  }

  @Override
  public String getUserName() {
    String user = DriverProperty.USER.get(connection.url().properties());
    return user == null ? "" : user;
  }

  @Override
  public String getDatabaseProductName() {
    return DriverInfo.PRODUCT_NAME;
  }

  @Override
  public String getDatabaseProductVersion() {
    return connection.serverVersion();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return DriverInfo.major(connection.serverVersion());
  }

  @Override
  public int getDatabaseMinorVersion() {
    return DriverInfo.minor(connection.serverVersion());
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  // Words

  @Override
  public String getSQLKeywords() {
    return connection.databaseProperty(DatabaseProperty.GET_S_Q_L_KEYWORDS);
  }

  @Override
  public String getNumericFunctions() {
    return connection.databaseProperty(DatabaseProperty.GET_NUMERIC_FUNCTIONS);
  }

  @Override
  public String getStringFunctions() {
    return connection.databaseProperty(DatabaseProperty.GET_STRING_FUNCTIONS);
  }

  @Override
  public String getSystemFunctions() {
    return connection.databaseProperty(DatabaseProperty.GET_SYSTEM_FUNCTIONS);
  }

  @Override
  public String getTimeDateFunctions() {
    return connection.databaseProperty(DatabaseProperty.GET_TIME_DATE_FUNCTIONS);
  }

  // The catalog

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return catalog()
        .read(MetadataShape.CATALOGS, meta -> meta.getCatalogs(connection.handle), "TABLE_CAT");
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
    return catalog()
        .read(
            MetadataShape.SCHEMAS,
            meta -> meta.getSchemas(connection.handle, catalog, Pat.of(schemaPattern)),
            "TABLE_CATALOG",
            "TABLE_SCHEM");
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return catalog()
        .read(
            MetadataShape.TABLE_TYPES, meta -> meta.getTableTypes(connection.handle), "TABLE_TYPE");
  }

  @Override
  public ResultSet getTables(
      String catalog, String schemaPattern, String tableNamePattern, String[] types)
      throws SQLException {
    List<String> typeList = types == null ? null : List.of(types);
    return catalog()
        .read(
            MetadataShape.TABLES,
            meta ->
                meta.getTables(
                    connection.handle,
                    catalog,
                    Pat.of(schemaPattern),
                    Pat.of(tableNamePattern),
                    typeList),
            "TABLE_TYPE",
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME");
  }

  @Override
  public ResultSet getColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return catalog()
        .read(
            MetadataShape.COLUMNS,
            meta ->
                meta.getColumns(
                    connection.handle,
                    catalog,
                    Pat.of(schemaPattern),
                    Pat.of(tableNamePattern),
                    Pat.of(columnNamePattern)),
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "ORDINAL_POSITION");
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    connection.checkOpen();
    return MillraceResultSet.of(connection, MetadataShape.TYPE_INFO, SqlTypeInfo.ROWS);
  }

  @Override
  public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
    return catalog().primaryKeys(catalog, schema, table);
  }

  @Override
  public ResultSet getImportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return empty(MetadataShape.FOREIGN_KEYS);
  }

  @Override
  public ResultSet getExportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return empty(MetadataShape.FOREIGN_KEYS);
  }

  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return empty(MetadataShape.FOREIGN_KEYS);
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return empty(MetadataShape.INDEX_INFO);
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return empty(MetadataShape.ROW_IDENTIFIERS);
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return empty(MetadataShape.ROW_IDENTIFIERS);
  }

  @Override
  public ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnNamePattern) throws SQLException {
    return empty(MetadataShape.COLUMN_PRIVILEGES);
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return empty(MetadataShape.TABLE_PRIVILEGES);
  }

  @Override
  public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
      throws SQLException {
    return empty(MetadataShape.PROCEDURES);
  }

  @Override
  public ResultSet getProcedureColumns(
      String catalog, String schemaPattern, String procedureNamePattern, String columnNamePattern)
      throws SQLException {
    return empty(MetadataShape.PROCEDURE_COLUMNS);
  }

  @Override
  public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
      throws SQLException {
    return empty(MetadataShape.FUNCTIONS);
  }

  @Override
  public ResultSet getFunctionColumns(
      String catalog, String schemaPattern, String functionNamePattern, String columnNamePattern)
      throws SQLException {
    return empty(MetadataShape.FUNCTION_COLUMNS);
  }

  @Override
  public ResultSet getUDTs(
      String catalog, String schemaPattern, String typeNamePattern, int[] types)
      throws SQLException {
    return empty(MetadataShape.USER_TYPES);
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
      throws SQLException {
    return empty(MetadataShape.SUPER_TYPES);
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return empty(MetadataShape.SUPER_TABLES);
  }

  @Override
  public ResultSet getAttributes(
      String catalog, String schemaPattern, String typeNamePattern, String attributeNamePattern)
      throws SQLException {
    return empty(MetadataShape.ATTRIBUTES);
  }

  @Override
  public ResultSet getPseudoColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return empty(MetadataShape.PSEUDO_COLUMNS);
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return empty(MetadataShape.CLIENT_INFO);
  }

  // Avatica's own

  @Override
  public Properties getRemoteAvaticaProperties() {
    Properties properties = new Properties();
    for (Meta.DatabaseProperty property : Meta.DatabaseProperty.values()) {
      properties.setProperty(property.name(), connection.databaseProperty(property));
    }
    return properties;
  }

  @Override
  public String getAvaticaServerVersion() {
    return connection.databaseProperty(DatabaseProperty.AVATICA_VERSION);
  }

  @Override
  public <T> T unwrap(Class<T> iface) throws SQLException {
    if (iface.isInstance(this)) {
      return iface.cast(this);
    }
    throw SqlErrors.of(SqlStates.INVALID_ARGUMENT, "this is no " + iface.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> iface) {
    return iface.isInstance(this);
  }
}

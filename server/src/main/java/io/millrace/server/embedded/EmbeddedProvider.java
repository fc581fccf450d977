package io.millrace.server.embedded;

import io.millrace.core.error.MillraceException;
import io.millrace.jdbc.EmbeddedDatabaseProvider;
import io.millrace.server.avatica.AvaticaEndpoint;
import io.millrace.server.avatica.EndpointLimits;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.DatabaseOptions;
import io.millrace.server.database.Database;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/** Opens databases for the JDBC driver; found by ServiceLoader. */
public final class EmbeddedProvider implements EmbeddedDatabaseProvider {

  @Override
  public EmbeddedDatabase open(String directoryOrNull, Map<String, String> properties) {
    try {
      DatabaseConfig base =
          directoryOrNull == null
              ? DatabaseConfig.inMemory()
              : DatabaseConfig.at(Path.of(directoryOrNull));
      Database database = Database.open(DatabaseOptions.apply(base, properties));
      return new OpenDatabase(database, new AvaticaEndpoint(database, EndpointLimits.ofEmbedded()));
    } catch (MillraceException e) {
      // The driver reads SQLSTATE and code from it, and knows no class of ours.
      SQLException told =
          new SQLException(e.getMessage(), e.code().sqlState(), e.code().number(), e);
      throw new MillraceException(e.code(), e.getMessage(), told);
    }
  }

  private record OpenDatabase(Database database, AvaticaEndpoint endpoint)
      implements EmbeddedDatabase {

    @Override
    public byte[] call(byte[] protobufRequest) {
      return endpoint.call(protobufRequest);
    }

    @Override
    public void close() {
      try {
        endpoint.close();
      } finally {
        database.close();
      }
    }
  }
}

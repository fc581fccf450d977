package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import org.junit.jupiter.api.Test;

final class VariablesTest {
  @Test
  void belongToOneSession() {
    try (Database database = Database.open(DatabaseConfig.inMemory().withWorkers(1));
        SqlClient one = new SqlClient(database);
        SqlClient other = new SqlClient(database)) {
      assertThat(one.tag("SET application_name = 'report'")).isEqualTo("SET");
      assertThat(one.rows("SHOW application_name")).containsExactly("report");
      assertThat(other.rows("SHOW application_name")).containsExactly("");
      assertThat(one.rows("SHOW workers")).containsExactly("1");
      assertThat(one.rows("SHOW ALL"))
          .anyMatch(row -> row.startsWith("application_name|report|"))
          .anyMatch(row -> row.startsWith("state_backend|memory|"));
      assertThat(one.tag("RESET application_name")).isEqualTo("RESET");
      assertThat(one.rows("SHOW application_name")).containsExactly("");
      one.run("SET application_name TO again", "RESET ALL");
      assertThat(one.rows("SHOW application_name")).containsExactly("");
    }
  }
}

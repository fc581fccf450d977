package io.millrace.server;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a JDBC client learns of an error. */
public record SqlError(String message, String state, int code) {

  /** The error of {@code work}, which must fail. */
  public static SqlError of(ThrowingCallable work) {
    SQLException error = catchThrowableOfType(SQLException.class, work);
    if (error == null) {
      throw new AssertionError("This should have failed with an SQLException.");
    }
    return new SqlError(error.getMessage(), error.getSQLState(), error.getErrorCode());
  }
}

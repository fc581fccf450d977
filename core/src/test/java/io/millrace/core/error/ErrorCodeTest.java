package io.millrace.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
  @Test
  void numbersAreUniqueAndStatesHaveFiveCharacters() {
    assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number)).doesNotHaveDuplicates();
    assertThat(ErrorCode.values()).allMatch(code -> code.sqlState().matches("[0-9A-Z]{5}"));
  }
}

package io.millrace.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
  private enum OnError {
    FAIL,
    DEAD_LETTER
  }

  private static final ConfigOption<String> PATH =
      ConfigOption.string("path", "where the files are").asRequired();
  private static final ConfigOption<Duration> POLL =
      ConfigOption.duration("poll-interval", "how often to look")
          .withDefault(Duration.ofSeconds(1));
  private static final ConfigOption<OnError> ON_ERROR =
      ConfigOption.choice("on-error", OnError.class, "what to do");
  private static final List<ConfigOption<?>> ALL = List.of(PATH, POLL, ON_ERROR);

  @Test
  void readsValuesAndDefaults() {
    Options options = Options.of(Map.of("path", "/x", "on-error", "dead-letter"));
    options.validate("connector 'filesystem'", ALL);
    assertThat(options.get(PATH)).isEqualTo("/x");
    assertThat(options.get(POLL)).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.get(ON_ERROR)).isEqualTo(OnError.DEAD_LETTER);
  }

  @Test
  void suggestsTheRightName() {
    assertThatThrownBy(
            () ->
                Options.of(Map.of("path", "/x", "poll-intervall", "1s"))
                    .validate("connector 'filesystem'", ALL))
        .isInstanceOf(MillraceException.class)
        .hasMessage(
            "Unknown option 'poll-intervall' of connector 'filesystem'."
                + " Did you mean 'poll-interval'?");
  }

  @Test
  void refusesMissingAndMalformedValues() {
    assertThatThrownBy(() -> Options.of(Map.of()).validate("c", ALL))
        .hasMessage("Option 'path' is missing: where the files are");
    assertThatThrownBy(
            () -> Options.of(Map.of("path", "x", "on-error", "ignore")).validate("c", ALL))
        .hasMessage("Option 'on-error' must be one of 'fail', 'dead-letter', but is 'ignore'.");
    assertThatThrownBy(
            () -> Options.of(Map.of("path", "x", "poll-interval", "soon")).validate("c", ALL))
        .hasMessageContaining("a duration such as '100 ms'");
  }

  @Test
  void namesMayHoldAPartThatTheUserChooses() {
    ConfigOption<Long> min = ConfigOption.bigint("fields.*.min", 0, 9, "the least value");
    Options options = Options.of(Map.of("fields.a.b.min", "3"));
    options.validate("c", List.of(min));
    assertThat(min.match("fields.a.b.min")).contains("a.b");
    assertThat(min.match("fields..min")).isEmpty();
    assertThat(options.get(min.named("a.b"))).isEqualTo(3);
    assertThatThrownBy(() -> Options.of(Map.of("fields.x.mim", "1")).validate("c", List.of(min)))
        .hasMessage("Unknown option 'fields.x.mim' of c. Did you mean 'fields.x.min'?");
    assertThatThrownBy(() -> Options.of(Map.of("fields.x.min", "10")).validate("c", List.of(min)))
        .hasMessageContaining("Option 'fields.x.min' must be a whole number from 0 to 9");
  }

  @Test
  void verbatimTextKeepsItsBlanks() {
    ConfigOption<String> separator = ConfigOption.verbatim("sep", t -> t, "text", "between");
    assertThat(Options.of(Map.of("sep", "\t")).get(separator)).isEqualTo("\t");
  }

  @Test
  void sizesUsePowersOf1024() {
    assertThat(DataSize.parse("2 GB").bytes()).isEqualTo(2L << 30);
    assertThat(DataSize.parse("17").bytes()).isEqualTo(17);
    assertThatThrownBy(() -> DataSize.parse("999999999999 TB"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

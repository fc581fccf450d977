package io.millrace.connector.nexmark;

import io.millrace.connector.nexmark.Draw.Purpose;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Persons: those who sell and bid. */
final class PersonColumns {
  private static final TextChoice FIRST_NAMES =
      TextChoice.of(
          "Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter",
          "Walter");
  private static final TextChoice LAST_NAMES =
      TextChoice.of(
          "Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris");
  private static final TextChoice CITIES =
      TextChoice.of(
          "Phoenix",
          "Los Angeles",
          "San Francisco",
          "Boise",
          "Portland",
          "Bend",
          "Redmond",
          "Seattle",
          "Kent",
          "Cheyenne");
  private static final TextChoice STATES = TextChoice.of("AZ", "CA", "ID", "OR", "WA", "WY");
  private static final int CARD_GROUPS = 4;
  private static final int CARD_GROUP_DIGITS = 4;
  private static final int CARD_GROUP_END = 10_000;
  private static final int CARD_LENGTH = CARD_GROUPS * (CARD_GROUP_DIGITS + 1) - 1;
  private static final int STATE_LENGTH = 2;

  /** Account names have 3 to 6 letters, their domains 3 or 4. */
  private static final int MIN_LETTERS = 3;

  private static final int ACCOUNT_LENGTHS = 4;
  private static final int DOMAIN_LENGTHS = 2;
  private static final byte[] DOMAIN_END = ".com".getBytes(StandardCharsets.US_ASCII);
  private static final int MIN_EMAIL = 2 * MIN_LETTERS + 1 + DOMAIN_END.length;
  private static final int MAX_EMAIL = MIN_EMAIL + ACCOUNT_LENGTHS + DOMAIN_LENGTHS - 2;

  private final Population population;
  private final EventTime time;
  private final ExtraLength extraLength;
  private final Draw names;
  private final Draw emails;
  private final Draw cards;
  private final Draw cities;
  private final Draw states;
  private final Draw extras;

  private PersonColumns(NexmarkSettings settings) {
    long seed = settings.seed();
    this.population = new Population(settings.sequence());
    this.time = settings.time();
    this.extraLength = new ExtraLength(settings.personSize());
    this.names = Draw.of(seed, Purpose.NAME);
    this.emails = Draw.of(seed, Purpose.EMAIL);
    this.cards = Draw.of(seed, Purpose.CARD);
    this.cities = Draw.of(seed, Purpose.CITY);
    this.states = Draw.of(seed, Purpose.STATE);
    this.extras = Draw.of(seed, Purpose.PERSON_EXTRA);
  }

  static List<NexmarkColumn> of(NexmarkSettings settings) {
    PersonColumns persons = new PersonColumns(settings);
    int shortest =
        Long.BYTES
            + FIRST_NAMES.shortest()
            + 1
            + LAST_NAMES.shortest()
            + MIN_EMAIL
            + CARD_LENGTH
            + CITIES.shortest()
            + STATE_LENGTH;
    return List.of(
        NexmarkColumn.bigint("id", event -> persons.population.id(EventKind.PERSON, event)),
        NexmarkColumn.text(
            "name", FIRST_NAMES.longest() + 1 + LAST_NAMES.longest(), persons::writeName),
        NexmarkColumn.text("email_address", MAX_EMAIL, persons::writeEmail),
        NexmarkColumn.text("credit_card", CARD_LENGTH, persons::writeCard),
        NexmarkColumn.text(
            "city",
            CITIES.longest(),
            (event, output) -> output.add(CITIES.at(persons.cities.bits(event)))),
        NexmarkColumn.text(
            "state",
            STATE_LENGTH,
            (event, output) -> output.add(STATES.at(persons.states.bits(event)))),
        NexmarkColumn.timestamp("date_time", persons.time::at),
        NexmarkColumn.text("extra", persons.extraLength.most(shortest), persons::writeExtra));
  }

  private static byte[] firstName(long bits) {
    return FIRST_NAMES.at(bits);
  }

  private static byte[] lastName(long bits) {
    return LAST_NAMES.at(Draw.more(bits, 1));
  }

  private static int accountLength(long bits) {
    return MIN_LETTERS + (int) Draw.below(bits, ACCOUNT_LENGTHS);
  }

  private static int domainLength(long bits) {
    return MIN_LETTERS + (int) Draw.below(Draw.more(bits, 1), DOMAIN_LENGTHS);
  }

  private void writeName(long event, TextOutput output) {
    long bits = names.bits(event);
    output.add(firstName(bits));
    output.add(' ');
    output.add(lastName(bits));
  }

  private void writeEmail(long event, TextOutput output) {
    long bits = emails.bits(event);
    output.addLowerCase(Draw.more(bits, 2), accountLength(bits));
    output.add('@');
    output.addLowerCase(Draw.more(bits, 3), domainLength(bits));
    output.add(DOMAIN_END);
  }

  private void writeCard(long event, TextOutput output) {
    long bits = cards.bits(event);
    for (int group = 0; group < CARD_GROUPS; group++) {
      if (group > 0) {
        output.add(' ');
      }
      output.addDigits(Draw.below(Draw.more(bits, group + 1), CARD_GROUP_END), CARD_GROUP_DIGITS);
    }
  }

  private void writeExtra(long event, TextOutput output) {
    long name = names.bits(event);
    long email = emails.bits(event);
    int size =
        Long.BYTES
            + firstName(name).length
            + 1
            + lastName(name).length
            + accountLength(email)
            + 1
            + domainLength(email)
            + DOMAIN_END.length
            + CARD_LENGTH
            + CITIES.at(cities.bits(event)).length
            + STATE_LENGTH;
    long bits = extras.bits(event);
    output.addLetters(bits, extraLength.of(bits, size));
  }
}

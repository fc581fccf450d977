package io.millrace.benchmarks.nexmark.hand;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** Query 8: who came and sold something within the same ten seconds. Persons are read first. */
final class NewSellers {
  private static final long WINDOW = 10_000;

  private NewSellers() {}

  private record Person(byte[] name, long window) {}

  static void run(Events events, Answers answers) {
    Map<Long, Person> persons = persons(events);
    NexmarkRows auctions = events.rows(EventKind.AUCTION);
    LongUnaryOperator seller = auctions.longs("seller");
    LongUnaryOperator time = auctions.longs("date_time");
    events.forEach(
        auctions,
        event -> {
          long id = seller.applyAsLong(event);
          Person person = persons.get(id);
          if (person != null && person.window == time.applyAsLong(event) / WINDOW) {
            answers.number(id);
            answers.text(person.name);
            answers.number(person.window * WINDOW);
            answers.endRow();
            persons.remove(id);
          }
        });
  }

  private static Map<Long, Person> persons(Events events) {
    NexmarkRows rows = events.rows(EventKind.PERSON);
    LongUnaryOperator id = rows.longs("id");
    LongFunction<byte[]> name = rows.texts("name");
    LongUnaryOperator time = rows.longs("date_time");
    Map<Long, Person> persons = new HashMap<>();
    events.forEach(
        rows,
        event ->
            persons.put(
                id.applyAsLong(event),
                new Person(name.apply(event), time.applyAsLong(event) / WINDOW)));
    return persons;
  }
}

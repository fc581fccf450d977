package io.millrace.planner.adhoc;

import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/**
 * Called by generated code: rows on their way into an operator that keeps them, and counts what
 * they take. When the operator begins anew, what it kept before is garbage.
 */
public final class HeldRows<T> extends AbstractEnumerable<T> {
  /** The name under which a run's {@link Held} is in its context. */
  static final String HELD = "heldRows";

  /** Rows between two estimates of what groups take. */
  private static final int ESTIMATE_EVERY = 1024;

  /** What the inputs of operators hold in one run, by the numbers of the inputs. */
  static final class Held {
    private final RowMemory memory;
    private final Map<Integer, HeldRows<?>> inputs = new HashMap<>();

    Held(RowMemory memory) {
      this.memory = memory;
    }
  }

  private final Enumerable<T> rows;
  private final Held run;
  private final HeldInput input;
  private final long limit;
  private long count;
  private long held;

  private HeldRows(Enumerable<T> rows, Held run, HeldInput input, long limit) {
    this.rows = rows;
    this.run = run;
    this.input = input;
    this.limit = limit;
  }

  /**
   * @param context of the query's run
   * @param input that the rows belong to, a {@link HeldInput}
   */
  public static <T> Enumerable<T> of(Enumerable<T> rows, DataContext context, Object input) {
    Held run = (Held) context.get(HELD);
    HeldInput described = (HeldInput) input;
    HeldRows<T> counted = new HeldRows<>(rows, run, described, limit(described, context));
    HeldRows<?> before = run.inputs.put(described.number(), counted);
    if (before != null) {
      before.forget();
    }
    return counted;
  }

  private static long limit(HeldInput input, DataContext context) {
    if (input.limit().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long limit = 0;
    for (ScanRequest.KeyValue part : input.limit()) {
      Object number =
          part instanceof ScanRequest.KeyValue.Parameter parameter
              ? context.get("?" + parameter.index())
              : ((ScanRequest.KeyValue.Constant) part).value();
      limit += ((Number) number).longValue();
    }
    return limit;
  }

  private void forget() {
    run.memory.release(held);
    held = 0;
    count = 0;
  }

  private void hold(long bytes) {
    run.memory.hold(bytes);
    held += bytes;
  }

  @Override
  public Enumerator<T> enumerator() {
    forget();
    return switch (input.kept()) {
      case ALL -> new All(rows.enumerator());
      case GROUPS -> new Groups(rows.enumerator());
      case PAIRS -> new Pairs(rows.enumerator());
    };
  }

  /** Rows that are looked at while they pass. */
  private abstract class Passing implements Enumerator<T> {
    private final Enumerator<T> passing;

    Passing(Enumerator<T> passing) {
      this.passing = passing;
    }

    abstract void see(T row);

    /** There are no more rows. */
    void end() {}

    @Override
    public boolean moveNext() {
      if (!passing.moveNext()) {
        end();
        return false;
      }
      count++;
      see(passing.current());
      return true;
    }

    @Override
    public T current() {
      return passing.current();
    }

    @Override
    public void reset() {
      passing.reset();
    }

    @Override
    public void close() {
      passing.close();
    }
  }

  private final class All extends Passing {
    All(Enumerator<T> passing) {
      super(passing);
    }

    @Override
    void see(T row) {
      if (count <= limit) {
        hold(RowSizes.of(row) + input.overhead());
      }
    }
  }

  private final class Groups extends Passing {
    private final GroupSizes sizes = new GroupSizes(input.columns(), input.overhead());

    Groups(Enumerator<T> passing) {
      super(passing);
    }

    @Override
    void see(T row) {
      sizes.add(row);
      if (count % ESTIMATE_EVERY == 0) {
        end();
      }
    }

    @Override
    void end() {
      long more = sizes.bytes() - held;
      if (more > 0) {
        hold(more);
      }
    }
  }

  private final class Pairs extends Passing {
    Pairs(Enumerator<T> passing) {
      super(passing);
    }

    @Override
    void see(T row) {
      HeldRows<?> others = run.inputs.get(input.number() + 1);
      long pairs = others == null ? 1 : Math.max(1, others.count);
      hold(pairs * input.overhead());
    }
  }
}

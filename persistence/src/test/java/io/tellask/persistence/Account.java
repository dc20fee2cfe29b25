package io.tellask.persistence;

import io.tellask.actor.Promise;
import java.util.List;

/** What the tests call: a sum of events. */
public interface Account {
    Promise<Long> add(long amount);

    Promise<Long> addAll(List<Long> amounts);

    Promise<Long> addOnce(String sender, long number, long amount);

    Promise<Long> sum();

    Promise<Long> events();

    /** What happens to an account. */
    sealed interface Event permits Added, Noted {}

    /** It grew. */
    record Added(long amount) implements Event {}

    /** Something was noted that changes no sum; the event handler fails at {@code refused}. */
    record Noted(String text) implements Event {}

    /** What the events lead to. */
    record State(long sum) {
        State after(Event event) {
            return switch (event) {
                case Added(long amount) -> new State(sum + amount);
                case Noted(String text) -> {
                    if (text.equals("refused")) {
                        throw new IllegalStateException("refused");
                    }
                    yield this;
                }
            };
        }
    }
}

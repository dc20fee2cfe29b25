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

    sealed interface Event permits Added, Noted {}

    record Added(long amount) implements Event {}

    record Noted(String text) implements Event {}

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

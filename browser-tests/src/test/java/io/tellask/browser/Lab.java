package io.tellask.browser;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;

/** What the pages of these tests call: a method for each thing that a page may do. */
public interface Lab {
    /** Whose color is asked for. */
    enum Color {
        RED,
        GREEN
    }

    /** A record of a page. */
    record Order(String article, long number, Optional<String> note, Color color, List<Integer> pieces) {}

    /** What the page hands out. */
    interface Listener {
        Promise<String> asked(String question);

        void told(String text);
    }

    /** What the server hands out. */
    interface Counter {
        Promise<Integer> add(int number);
    }

    /** An exception that a method declares. */
    final class SpilledException extends Exception {
        private static final long serialVersionUID = 1;
        final int drops;

        SpilledException(String message, int drops) {
            super(message);
            this.drops = drops;
        }
    }

    Promise<Long> twice(long number);

    Promise<byte[]> reversed(byte[] bytes);

    Promise<Order> reordered(Order order);

    Promise<String> ask(Listener listener, int times);

    Promise<Counter> counter();

    /** The sum of a counter that is handed back. */
    Promise<Integer> total(Counter counter);

    Flow.Publisher<Integer> numbers(int upTo);

    Promise<Long> sum(Flow.Publisher<Integer> numbers);

    Promise<Void> spill() throws SpilledException;

    Promise<String> never();

    /** How many calls and streams have begun here and were neither finished nor given up. */
    Promise<Integer> open();
}

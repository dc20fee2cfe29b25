package io.tellask.browser;

import io.tellask.actor.Promise;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Flow;

/** The contract of the client's tests: every kind of method, argument and result. */
public interface Workshop {
    /** Constants. */
    enum Color {
        RED,
        GREEN
    }

    /** A sealed type. */
    sealed interface Shape permits Circle, Square {}

    /** One of the two. */
    record Circle(double radius) implements Shape {}

    /** The other. */
    record Square(int side) implements Shape {}

    /** A type with a parameter. */
    record Page<T>(List<T> items, int number) {}

    /** A field of every kind. */
    record Order(
            String id,
            long number,
            Optional<String> note,
            Color color,
            Shape shape,
            Map<Integer, String> places,
            Map<String, Long> counts,
            List<Circle> circles,
            Set<String> tags,
            BigDecimal price,
            BigInteger large,
            Instant at,
            UUID key,
            byte[] bytes,
            double ratio,
            float part,
            char sign,
            boolean isPaid) {}

    /** An object that may refer to itself. */
    final class Node {
        String name = "";
        Node next = this;
    }

    /** An exception that a method declares. */
    final class SoldOut extends Exception {
        private static final long serialVersionUID = 1;
        final int left;

        SoldOut(String message, int left) {
            super(message);
            this.left = left;
        }
    }

    void note(String line);

    Promise<List<String>> notes();

    Promise<Integer> add(int a, int b);

    Promise<Long> twice(long number);

    Promise<Order> echo(Order order);

    Promise<Page<String>> page(Page<String> page);

    Promise<Optional<Integer>> perhaps(Optional<Integer> value);

    Promise<String> kind(int number);

    Promise<String> kind(String text);

    Promise<Object> any(Object value);

    Promise<Node> ring();

    Promise<Integer> length(String text);

    Promise<String> repeat(int times);

    Promise<Void> fail(String how) throws SoldOut;

    Promise<String> never();

    /** How many calls of {@link #never} were given up. */
    Promise<Integer> open();

    Flow.Publisher<Integer> count(int upTo);

    Promise<Integer> cancelled();

    Promise<Long> sum(Flow.Publisher<Integer> numbers);

    Promise<String> callBack(Listener listener, String text);

    Promise<Integer> countBack(Listener listener, int upTo);

    Promise<Room> enter(String name);

    Promise<List<Room>> enterAll(List<String> names);

    Promise<String> nameOf(Room room);

    Promise<Room> nowhere();
}

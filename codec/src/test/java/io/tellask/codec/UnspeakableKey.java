package io.tellask.codec;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A key that throws when it is hashed or compared, but for the thread that makes and writes it. Its exception fails, too, whatever is asked
 * of it.
 */
public record UnspeakableKey(int number) implements Serializable, Comparable<UnspeakableKey> {
    private static final ThreadLocal<Boolean> CALM = ThreadLocal.withInitial(() -> false);

    /** Two such keys in each kind of table whose keys are hashed or compared also when a stream of the JDK is read, as bytes. */
    public static Stream<byte[]> tables(Function<Object, byte[]> writer) {
        return Stream.<Function<List<UnspeakableKey>, Object>>of(
                        HashSet::new,
                        Set::copyOf,
                        PriorityQueue::new,
                        CopyOnWriteArraySet::new,
                        PriorityBlockingQueue::new,
                        ConcurrentSkipListSet::new)
                .map(table -> written(table, writer));
    }

    /** Two such keys in this table, as bytes. */
    public static byte[] written(Function<List<UnspeakableKey>, Object> table, Function<Object, byte[]> writer) {
        return calmly(() -> writer.apply(table.apply(List.of(new UnspeakableKey(1), new UnspeakableKey(2)))));
    }

    private static byte[] calmly(Supplier<byte[]> work) {
        CALM.set(true);
        try {
            return work.get();
        } finally {
            CALM.remove();
        }
    }

    @Override
    public int hashCode() {
        return CALM.get() ? number : fail();
    }

    @Override
    public boolean equals(Object other) {
        return CALM.get() ? other instanceof UnspeakableKey key && key.number == number : fail() == 0;
    }

    @Override
    public int compareTo(UnspeakableKey other) {
        return CALM.get() ? Integer.compare(number, other.number) : fail();
    }

    private static int fail() {
        throw new Unspeakable();
    }

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new AssertionError("no message");
        }

        @Override
        public String toString() {
            throw new AssertionError("no text");
        }

        @Override
        public Throwable getCause() {
            throw new AssertionError("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new AssertionError("no frames");
        }
    }
}

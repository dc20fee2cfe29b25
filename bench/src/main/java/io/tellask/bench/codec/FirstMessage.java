package io.tellask.bench.codec;

import io.tellask.bench.spi.Commands;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How long until the first message of a class that a codec has never met is encoded and decoded? Nanoseconds of wall
 * clock time, since compilers and class loading on other threads are part of the wait.
 *
 * <p>In a fresh JVM: from opening the contender to the first decoded user. Otherwise: of classes after many of those.
 */
public final class FirstMessage {
    private static final int WARM_UP_MESSAGES = 5_000;

    private FirstMessage() {}

    /** Arguments: the provider, the contender, and how many new classes it meets in turn after the first; of these the times count. */
    public static void main(String[] args) throws InterruptedException {
        try {
            int classes = Integer.parseInt(args[2]);
            long[] nanos = classes == 0 ? cold(args[0], args[1]) : warm(args[0], args[1], classes);
            Commands.serve(
                    "first " + Arrays.stream(nanos).mapToObj(Long::toString).collect(Collectors.joining(" ")),
                    words -> "");
        } catch (RuntimeException | LinkageError e) {
            Commands.fail(e);
        }
    }

    private static long[] cold(String provider, String contender) {
        Object value = Workload.USER.value();
        long start = System.nanoTime();
        Subject subject = Workload.USER.subject(Engine.open(provider, contender));
        Object decoded = exchange(subject, value);
        long nanos = System.nanoTime() - start;
        Workload.USER.checksum(value, decoded);
        return new long[] {nanos};
    }

    /** Uses another class many times, then meets new ones, one after the other; gives the nanoseconds of each. */
    private static long[] warm(String provider, String contender, int classes) {
        Engine engine = Engine.open(provider, contender);
        Subject known = Workload.USER.subject(engine);
        Object user = Workload.USER.value();
        for (int i = 0; i < WARM_UP_MESSAGES; i++) {
            exchange(known, user);
        }
        long[] nanos = new long[classes];
        for (int i = 0; i < classes; i++) {
            nanos[i] = meet(engine, FreshClasses.define());
        }
        return nanos;
    }

    private static long meet(Engine engine, List<Class<?>> types) {
        Class<?> root = types.getFirst();
        Object value = instance(root);
        long start = System.nanoTime();
        Object decoded = exchange(engine.meet(root, types, value), value);
        long nanos = System.nanoTime() - start;
        if (!Contents.of(value).equals(Contents.of(decoded))) {
            throw new IllegalStateException("what came back differs: class=" + root.getName());
        }
        return nanos;
    }

    private static Object exchange(Subject subject, Object value) {
        subject.encode(value);
        return Objects.requireNonNull(subject.decode(subject.encoded()));
    }

    private static Object instance(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make an object: class=" + type.getName(), e);
        }
    }
}

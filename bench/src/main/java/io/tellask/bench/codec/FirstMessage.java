package io.tellask.bench.codec;

import io.tellask.bench.spi.Commands;
import java.util.List;
import java.util.Objects;

/**
 * How long until the first message of a class that a codec has never met is encoded and decoded? Nanoseconds of wall
 * clock time, since compilers and class loading on other threads are part of the wait.
 *
 * <p>As a main class it answers for a fresh JVM: from opening the contender to the first decoded user.
 */
public final class FirstMessage {
    private static final int WARM_UP_MESSAGES = 5_000;

    private FirstMessage() {}

    /** Arguments: the provider and the contender. Answers {@code yes} and the nanoseconds, or {@code no} and why. */
    public static void main(String[] args) throws InterruptedException {
        Object value = Workload.USER.value();
        String answer;
        try {
            long start = System.nanoTime();
            Subject subject = Workload.USER.subject(Engine.open(args[0], args[1]));
            Object decoded = exchange(subject, value);
            long nanos = System.nanoTime() - start;
            Workload.USER.checksum(value, decoded);
            answer = "cold yes " + nanos;
        } catch (RuntimeException | LinkageError e) {
            answer = "cold no " + CodecProcess.reason(e);
        }
        Commands.serve(answer, words -> "");
    }

    /** Uses another class many times, then meets new ones, one after the other; gives the nanoseconds of each. */
    static long[] warm(String provider, String contender, int classes) {
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

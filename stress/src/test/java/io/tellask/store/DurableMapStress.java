package io.tellask.store;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A {@link DurableMap}: readers, which take no lock, beside the writer, while the index fills, is emptied and grows. */
public final class DurableMapStress {
    private static final AtomicLong KEYS = new AtomicLong();
    private static final DurableMap<Long, Integer> MAP = open();

    private DurableMapStress() {}

    private static DurableMap<Long, Integer> open() {
        try {
            Path folder = Files.createTempDirectory("tellask-stress");
            DurableMap<Long, Integer> map = DurableMap.open(folder, Long.class, Integer.class);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(map, folder)));
            return map;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(DurableMap<?, ?> map, Path folder) {
        map.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int valueOf(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    /** A key that is there is found while it is replaced. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "1, 2", "2, 2"},
            expect = ACCEPTABLE,
            desc = "the old value, and then the new one")
    @Outcome(expect = FORBIDDEN, desc = "the key is missing, or goes back to its old value")
    @State
    public static class ReplacedKey {
        private final long key = KEYS.incrementAndGet();

        public ReplacedKey() {
            MAP.put(key, 1);
        }

        @Actor
        public void replace() {
            MAP.put(key, 2);
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = valueOf(MAP.get(key));
            result.r2 = valueOf(MAP.get(key));
        }

        @Arbiter
        public void remove(II_Result result) {
            MAP.remove(key);
        }
    }

    /** Two keys are put one after the other: who finds the second finds the first. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "in the order of the writer")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the second was there before the first")
    @State
    public static class TwoKeys {
        private final long first = KEYS.incrementAndGet();
        private final long second = KEYS.incrementAndGet();

        @Actor
        public void put() {
            MAP.put(first, 1);
            MAP.put(second, 1);
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = valueOf(MAP.get(second));
            result.r2 = valueOf(MAP.get(first));
        }

        @Arbiter
        public void remove(II_Result result) {
            MAP.remove(first);
            MAP.remove(second);
        }
    }

    /** A key is put and removed: it does not come back. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "1, 0", "0, 0"},
            expect = ACCEPTABLE,
            desc = "there, and then gone")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "it came back")
    @State
    public static class RemovedKey {
        private final long key = KEYS.incrementAndGet();

        public RemovedKey() {
            MAP.put(key, 1);
        }

        @Actor
        public void remove() {
            MAP.remove(key);
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = valueOf(MAP.get(key));
            result.r2 = valueOf(MAP.get(key));
        }
    }

    /** Two writers put a key if it is absent: one of them does. */
    @JCStressTest
    @Outcome(
            id = {"1", "2"},
            expect = ACCEPTABLE,
            desc = "the value of the one that was told so")
    @Outcome(expect = FORBIDDEN, desc = "both were told so, or none, or the value is the other one's")
    @State
    public static class TwoWriters {
        private final long key = KEYS.incrementAndGet();
        private boolean first;
        private boolean second;

        @Actor
        public void putFirst() {
            first = MAP.putIfAbsent(key, 1) == null;
        }

        @Actor
        public void putSecond() {
            second = MAP.putIfAbsent(key, 2) == null;
        }

        @Arbiter
        public void compare(I_Result result) {
            int told = (first ? 1 : 0) + (second ? 2 : 0);
            result.r1 = valueOf(MAP.get(key)) == told ? told : -1;
            MAP.remove(key);
        }
    }
}

package io.tellask.bench.map;

import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a map: insert all users, then get, miss, get in batches and update at random over all ids, then compact, scan, and collect the
 * heap. What puts leave to be done in the background is waited for, so that it counts as theirs. Keys and values are made in chunks outside the measured stretches. Not thread-safe.
 */
final class MapRound {
    /** What was read in a turn, added up. */
    static final String CHECKSUM = "checksums";

    /** CPU nanoseconds of the calling thread per operation. */
    private static final String CALLER_CPU = "callerCpuNanos";

    private static final double MEBIBYTE = 1 << 20;
    private static final int CHUNK = 10_000;
    private static final int BATCH = 100;

    private final UserMap map;
    private final Path folder;
    private final int users;
    private final int operations;
    private final long seed;
    private SplittableRandom random = new SplittableRandom();
    private String[] keys = new String[CHUNK];
    private byte[][] values = new byte[CHUNK][];
    private final List<Run> runs = new ArrayList<>();

    /** @param operations how many gets, misses and updates there are */
    MapRound(UserMap map, Path folder, int users, int operations, long seed) {
        this.map = map;
        this.folder = folder;
        this.users = users;
        this.operations = operations;
        this.seed = seed;
    }

    /** Makes keys and values of a chunk that starts at a position. */
    private interface Preparation {
        void prepare(int position, int index);
    }

    /** The measured work on a chunk; returns a checksum. */
    private interface Work {
        long run(int count) throws Exception;
    }

    /** A case of many calls. */
    private record Operation(String name, Preparation preparation, Work work) {}

    /** Runs the wanted cases, inserting in any event, for that is what the other cases rest on. */
    List<Run> run(Set<String> cases) throws Exception {
        measure(users, new Operation("insert", this::nextUser, this::putAll));
        for (Operation each : List.of(
                new Operation("get", this::randomUser, this::getAll),
                new Operation("get-miss", this::randomStranger, this::getAll),
                new Operation("get-batch", this::randomUser, this::getBatches),
                new Operation("update", this::randomUpdate, this::putAll))) {
            boolean isThere = !each.name().equals("get-batch") || map.getAll(List.of()) != null;
            if (isThere && cases.contains(each.name())) {
                measure(operations, each);
            }
        }
        requireSize(map, users);
        if (cases.contains("space") || cases.contains("compact")) {
            compact();
        }
        if (cases.contains("scan")) {
            measureScan("scan", count -> map.scan());
        }
        if (cases.contains("scan-records") && map.scanRecords().isPresent()) {
            measureScan("scan-records", count -> map.scanRecords().orElseThrow());
        }
        if (cases.contains("heap") || cases.contains("full-gc")) {
            keys = new String[0];
            values = new byte[0][];
            fullCollections();
        }
        return runs;
    }

    static void requireSize(UserMap map, int users) {
        if (map.size() != users) {
            throw new IllegalStateException("wrong size: size=" + map.size() + ", expected=" + users);
        }
    }

    private void measure(int count, Operation operation) throws Exception {
        random = new SplittableRandom(31 * seed + operation.name().hashCode());
        Clock clock = new Clock();
        long checksum = 0;
        for (int position = 0; position < count; position += CHUNK) {
            int chunk = Math.min(CHUNK, count - position);
            for (int index = 0; index < chunk; index++) {
                operation.preparation().prepare(position + index, index);
            }
            clock.start();
            checksum += operation.work().run(chunk);
            clock.stop();
        }
        map.settle();
        runs.add(clock.run(operation.name(), count, checksum));
    }

    private void measureScan(String name, Work work) throws Exception {
        Clock clock = new Clock();
        clock.start();
        long checksum = work.run(users);
        clock.stop();
        runs.add(clock.run(name, users, checksum));
    }

    private void nextUser(int position, int index) {
        keys[index] = Users.key(position);
        values[index] = Users.value(position, 0);
    }

    private void randomUser(int position, int index) {
        keys[index] = Users.key(random.nextInt(users));
    }

    private void randomStranger(int position, int index) {
        keys[index] = Users.key(users + random.nextInt(users));
    }

    private void randomUpdate(int position, int index) {
        int id = random.nextInt(users);
        keys[index] = Users.key(id);
        values[index] = Users.value(id, position);
    }

    private long putAll(int count) throws Exception {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            map.put(keys[i], values[i]);
            sum += values[i].length;
        }
        return sum;
    }

    private long getAll(int count) throws Exception {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += digestOf(keys[i], map.get(keys[i]));
        }
        return sum;
    }

    private long getBatches(int count) throws Exception {
        List<String> all = Arrays.asList(keys);
        long sum = 0;
        for (int from = 0; from < count; from += BATCH) {
            List<String> wanted = all.subList(from, Math.min(count, from + BATCH));
            List<byte @Nullable []> found = Objects.requireNonNull(map.getAll(wanted));
            for (int i = 0; i < found.size(); i++) {
                sum += digestOf(wanted.get(i), found.get(i));
            }
        }
        return sum;
    }

    private static long digestOf(String key, byte @Nullable [] value) {
        return value == null ? 1 : MapProcess.digest(key, value);
    }

    /** How long compaction takes, and the space on disk after it, holes of sparse files not counted: what {@code du} says. */
    private void compact() throws Exception {
        long startNanos = System.nanoTime();
        map.compact();
        double compactNanos = System.nanoTime() - startNanos;
        try (BufferedReader out =
                new ProcessBuilder("du", "-sk", folder.toString()).start().inputReader()) {
            String line = Objects.requireNonNull(out.readLine(), "du says nothing");
            double bytes = 1024.0 * Long.parseLong(line.substring(0, line.indexOf('\t'))) / users;
            runs.add(Run.of("space", "", "bytes/user", bytes)
                    .with(Run.BYTES, bytes)
                    .with("liveRecordBytes", (double) map.liveRecordBytes().orElse(0) / users));
        }
        runs.add(Run.of("compact", "", Run.SECONDS, compactNanos / 1e9));
    }

    /** What of the heap is used after a full collection, and how long the caller of a second one waits. */
    private void fullCollections() {
        System.gc();
        long startNanos = System.nanoTime();
        System.gc();
        double nanos = System.nanoTime() - startNanos;
        double used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        runs.add(Run.of("heap", "", "MiB", used / MEBIBYTE));
        runs.add(Run.of("full-gc", "", "ms", nanos / 1e6));
    }

    /**
     * Adds up what the measured stretches of a case take. The process' CPU time is that of the calling thread in these stretches and that of
     * all other threads over the whole case: the system counts it in steps of 10 ms, too coarse for a stretch.
     */
    private static final class Clock {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final long processStart = Usage.now().cpuNanos();
        private final long callerStart = THREADS.getCurrentThreadCpuTime();
        private long wallStart;
        private long cpuStart;
        private long wallNanos;
        private long callerNanos;

        void start() {
            wallStart = System.nanoTime();
            cpuStart = THREADS.getCurrentThreadCpuTime();
        }

        void stop() {
            callerNanos += THREADS.getCurrentThreadCpuTime() - cpuStart;
            wallNanos += System.nanoTime() - wallStart;
        }

        Run run(String name, double operations, long checksum) {
            long all = Usage.now().cpuNanos() - processStart;
            long caller = THREADS.getCurrentThreadCpuTime() - callerStart;
            long processNanos = callerNanos + Math.max(0, all - caller);
            return Run.of(name, "", Run.OPERATIONS_A_SECOND, operations / wallNanos * 1e9)
                    .with(CALLER_CPU, callerNanos / operations)
                    .with(Run.CPU, processNanos / operations)
                    .with(CHECKSUM, checksum);
        }
    }
}

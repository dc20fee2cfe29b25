package io.tellask.bench.map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/**
 * One turn of a map: insert all users, then get, miss, update at random over all ids, then scan. Keys and values are made
 * in chunks outside the measured stretches. Not thread-safe.
 */
final class MapRound {
    private static final int CHUNK = 10_000;
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final UserMap map;
    private final int users;
    private final SplittableRandom random;
    private final String[] keys = new String[CHUNK];
    private final byte[][] values = new byte[CHUNK][];
    private final StringJoiner results = new StringJoiner(" ");

    MapRound(UserMap map, int users, long seed) {
        this.map = map;
        this.users = users;
        this.random = new SplittableRandom(seed);
    }

    /** Makes keys and values of a chunk that starts at a position. */
    private interface Preparation {
        void prepare(int position, int index);
    }

    /** The measured work on a chunk; returns a checksum. */
    private interface Work {
        long run(int count);
    }

    /** Runs all cases; for each: name, operations, wall, thread CPU and process CPU nanoseconds, checksum. */
    String run() {
        measure("insert", this::nextUser, this::putAll);
        measure("get", this::randomUser, this::getAll);
        measure("get-miss", this::randomStranger, this::getAll);
        measure("update", this::randomUpdate, this::putAll);
        measureScan();
        if (map.size() != users) {
            throw new IllegalStateException("wrong size: size=" + map.size() + ", expected=" + users);
        }
        return results.toString();
    }

    private void measure(String name, Preparation preparation, Work work) {
        Clock clock = new Clock();
        long checksum = 0;
        for (int position = 0; position < users; position += CHUNK) {
            int count = Math.min(CHUNK, users - position);
            for (int index = 0; index < count; index++) {
                preparation.prepare(position + index, index);
            }
            clock.start();
            checksum += work.run(count);
            clock.stop();
        }
        clock.report(name, checksum);
    }

    private void measureScan() {
        Clock clock = new Clock();
        clock.start();
        long checksum = map.scan();
        clock.stop();
        clock.report("scan", checksum);
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

    private long putAll(int count) {
        for (int i = 0; i < count; i++) {
            map.put(keys[i], values[i]);
        }
        return map.size();
    }

    private long getAll(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            byte[] value = map.get(keys[i]);
            sum += value == null ? 1 : MapProcess.digest(keys[i], value);
        }
        return sum;
    }

    /** Adds up what the measured stretches took. */
    private final class Clock {
        private final long[] startNanos = new long[3];
        private final long[] usedNanos = new long[3];

        void start() {
            read(startNanos);
        }

        void stop() {
            long[] now = new long[3];
            read(now);
            for (int i = 0; i < now.length; i++) {
                usedNanos[i] += now[i] - startNanos[i];
            }
        }

        void report(String name, long checksum) {
            results.add(name).add(Integer.toString(users));
            for (long nanos : usedNanos) {
                results.add(Long.toString(nanos));
            }
            results.add(Long.toString(checksum));
        }

        private void read(long[] nanos) {
            nanos[0] = System.nanoTime();
            nanos[1] = THREADS.getCurrentThreadCpuTime();
            nanos[2] = PROCESS.getProcessCpuTime();
        }
    }
}

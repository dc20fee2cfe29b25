package io.tellask.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.kv.KeyValueMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Records that are written as fast as the server takes them while it is killed. It remembers which were acknowledged: afterwards the
 * server must have every one of them.
 */
final class AcknowledgedRecords {
    static final String MAP = "crash";

    private static final int MOST = 20_000_000;
    private static final int MOST_SECONDS = 20;
    private static final int VERIFY_BATCH = 1_000;

    private final KeyValueMap map;
    private final int round;
    private final BitSet acknowledged = new BitSet(); // under its own lock
    private final CountDownLatch enough;
    private volatile boolean lost;

    /** Writes keys of its own in each round, and kills once so many records are acknowledged, with more under way. */
    AcknowledgedRecords(KeyValueMap map, int round, int killAfter) {
        this.map = map;
        this.round = round;
        enough = new CountDownLatch(killAfter);
    }

    /** Writes in one thread and kills from this one. */
    void writeUntilKilled(ServerProcess server) throws InterruptedException {
        Thread writer = Thread.ofPlatform().name("tellask-demo-writer").start(this::write);
        boolean inTime = enough.await(MOST_SECONDS, TimeUnit.SECONDS);
        server.kill();
        writer.join();
        CommandFailure.unless(
                inTime, "demo: crash: acknowledged=" + acknowledged() + " in " + MOST_SECONDS + " s, which is too few");
    }

    private void write() {
        for (int n = 0; n < MOST && !lost; n++) {
            int number = n;
            try {
                map.put(key(n), value(n)).whenComplete((done, failure) -> settled(number, failure == null));
            } catch (RuntimeException connectionLost) {
                settled(number, false);
            }
        }
    }

    private void settled(int number, boolean stored) {
        if (stored) {
            acknowledge(number);
        } else {
            lost = true;
        }
    }

    private void acknowledge(int number) {
        synchronized (acknowledged) {
            acknowledged.set(number);
        }
        enough.countDown();
    }

    /** How many records were acknowledged. */
    long acknowledged() {
        synchronized (acknowledged) {
            return acknowledged.cardinality();
        }
    }

    /** Reads every acknowledged record back and compares it. */
    void verify(KeyValueMap recovered) throws Exception {
        int[] numbers;
        synchronized (acknowledged) {
            numbers = acknowledged.stream().toArray();
        }
        for (int from = 0; from < numbers.length; from += VERIFY_BATCH) {
            int[] batch = Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + VERIFY_BATCH));
            byte[][] keys = Arrays.stream(batch).mapToObj(this::key).toArray(byte[][]::new);
            byte[][] values = Connection.answer(recovered.getAll(keys));
            for (int i = 0; i < batch.length; i++) {
                CommandFailure.unless(
                        Arrays.equals(values[i], value(batch[i])),
                        "demo: crash: an acknowledged record is lost: number=" + batch[i]);
            }
        }
    }

    private byte[] key(int number) {
        return (round + "/" + number).getBytes(UTF_8);
    }

    private byte[] value(int number) {
        return ("{\"round\":" + round + ",\"number\":" + number + ",\"square\":" + (long) number * number + "}")
                .getBytes(UTF_8);
    }
}

package io.tellask.cli.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of a map that it writes while the server dies: for each key the last write that was acknowledged, and the last that
 * was sent. After a crash the key holds one of the writes from the former to the latter, and nothing else.
 *
 * <p>Write number {@code n}, from 1 on, is drawn from the seed: its key, and its value or, one time in ten, the key's removal. Sent by one
 * thread, acknowledged by another; {@link #verify} is called when both are done.
 */
final class CrashModel {
    static final int KEYS = 20_000;

    private static final int REMOVALS = 10;
    private static final int MOST_FILL = 120;

    private final long seed;
    private final long[] acknowledged = new long[KEYS];
    private final long[] sent = new long[KEYS];
    private final long[] removalSent = new long[KEYS];
    private final AtomicLong acknowledgements = new AtomicLong();
    private long writes;

    CrashModel(long seed) {
        this.seed = seed;
    }

    /** One write: a key, and its new value, or null for its removal. */
    record Write(long number, int key, @Nullable String value) {}

    /** Draws the next write and counts it as sent. */
    Write send() {
        Write write = write(++writes);
        sent[write.key()] = write.number();
        if (write.value() == null) {
            removalSent[write.key()] = write.number();
        }
        return write;
    }

    private Write write(long number) {
        SplittableRandom random = new SplittableRandom(seed + number * 0x9E37_79B9_7F4A_7C15L);
        int key = random.nextInt(KEYS);
        if (random.nextInt(REMOVALS) == 0) {
            return new Write(number, key, null);
        }
        String fill = Character.toString('a' + random.nextInt(26)).repeat(random.nextInt(MOST_FILL));
        return new Write(number, key, "{\"write\":" + number + ",\"key\":" + key + ",\"fill\":\"" + fill + "\"}");
    }

    /** Acknowledgements of one key arrive in the order of its writes. */
    void acknowledge(Write write) {
        acknowledged[write.key()] = write.number();
        acknowledgements.incrementAndGet();
    }

    /** How many writes were acknowledged. */
    long acknowledgements() {
        return acknowledgements.get();
    }

    static byte[] keyBytes(int key) {
        return Integer.toString(key).getBytes(UTF_8);
    }

    /**
     * Compares what a key holds now, and takes it as acknowledged from here on.
     *
     * @throws CommandFailure if an acknowledged write is lost, or the value is none that was written there since
     */
    void verify(int key, byte @Nullable [] found) {
        long from = acknowledged[key];
        if (found == null) {
            if (from != 0 && removalSent[key] < from) {
                throw new CommandFailure(
                        "crash-test: an acknowledged write is lost: key=" + key + ", write=" + from + ", seed=" + seed);
            }
            acknowledged[key] = sent[key] = removalSent[key] = 0;
            return;
        }
        long number = numberIn(found);
        Write write = write(Math.max(1, number));
        if (number < Math.max(1, from)
                || number > sent[key]
                || write.key() != key
                || write.value() == null
                || !Arrays.equals(found, write.value().getBytes(UTF_8))) {
            throw new CommandFailure("crash-test: wrong value: key=" + key + ", found write=" + number
                    + ", acknowledged write=" + from + ", last sent=" + sent[key] + ", seed=" + seed);
        }
        acknowledged[key] = sent[key] = number;
    }

    private static long numberIn(byte[] value) {
        long number = 0;
        for (int at = "{\"write\":".length(); at < value.length && value[at] >= '0' && value[at] <= '9'; at++) {
            number = number * 10 + value[at] - '0';
        }
        return number;
    }
}

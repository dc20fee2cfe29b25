package io.tellask.bench.web;

import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The calling process of {@code push} and {@code browsers}: raw sessions that one thread reads, the same for all contenders. A phase
 * counts what comes within its time.
 */
public final class FeedCaller {
    /** Bits of HELLO: wide messages, references, pipelining, streams. */
    private static final int FEATURES = 0x0f;

    private static final int CBOR = 0x40;
    private static final int JSON = 0x80;
    private static final int BUFFER_BYTES = 1 << 18;
    private static final long CHECK_NANOS = 1_000_000;
    /** The digits stand behind the number of the call and the name of the only member. */
    private static final int STAMP_OFFSET = Integer.BYTES + "{\"at\":".length();

    private final List<RawSession> sessions = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final boolean isStamped;
    private final Delays delays = new Delays();
    private volatile Taken taken = new Taken(0, 0);
    private volatile @Nullable Throwable failure;
    private double heapBytesPerSession = Double.NaN;

    private FeedCaller(String label, String contender, int port) throws IOException {
        isStamped = label.startsWith("browsers");
        int count = Integer.parseInt(label.split("-")[1]);
        RawSession counter = isStamped ? new RawSession(port, this::take).introduce(FEATURES | JSON) : null;
        long before = counter == null ? 0 : counter.heapBytes();
        for (int i = 0; i < count; i++) {
            sessions.add(open(contender, port));
        }
        if (counter != null) {
            heapBytesPerSession = (double) (counter.heapBytes() - before) / count;
        }
        for (RawSession each : sessions) {
            each.channel().register(selector, SelectionKey.OP_READ, each);
        }
        Thread.ofPlatform().daemon().name("bench-pages").start(this::readAll);
    }

    /** Arguments: the case's label, the contender, the port. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            FeedCaller caller = new FeedCaller(words[0], words[1], Integer.parseInt(words[2]));
            return new Commands.Opened("ready", caller::phase);
        });
    }

    private RawSession open(String contender, int port) throws IOException {
        RawSession session = new RawSession(port, this::take);
        if (contender.startsWith("limit-")) {
            return session;
        }
        int encoding = contender.endsWith("-json") ? JSON : contender.endsWith("-cbor") ? CBOR : 0;
        return session.introduce(FEATURES | encoding)
                .open(isStamped ? RawSession.Stream.TICKS : RawSession.Stream.UPDATES);
    }

    private void take(byte[] body, int length) {
        if (isStamped) {
            delays.add(System.nanoTime() - RawSession.number(body, STAMP_OFFSET));
        }
    }

    private void readAll() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try {
            while (true) {
                selector.select(key -> read((RawSession) key.attachment(), buffer));
                long items = 0;
                long messages = 0;
                for (RawSession each : sessions) {
                    items += each.items();
                    messages += each.messages();
                }
                taken = new Taken(items, messages);
            }
        } catch (Throwable broken) { // the phase says so
            failure = broken;
        }
    }

    private static void read(RawSession session, ByteBuffer buffer) {
        try {
            session.read(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Words: {@code run}, the case's label, milliseconds and messages, at most. */
    private String phase(String[] words) {
        long most = Long.parseLong(words[3]);
        long wanted = isStamped && most != Long.MAX_VALUE ? sessions.size() : most; // a tiny run waits for one tick
        delays.clear();
        Usage usage = Usage.now();
        Taken before = taken;
        long start = System.nanoTime();
        long end = start + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[2]));
        while (System.nanoTime() < end && taken.items - before.items < wanted) {
            LockSupport.parkNanos(CHECK_NANOS);
            if (failure != null) {
                throw new IllegalStateException("a page broke", failure);
            }
        }
        Taken after = taken;
        long count = after.items - before.items;
        String done = Caller.done(count, System.nanoTime() - start, Usage.now().since(usage));
        String latency = isStamped ? " " + delays.percentiles() + " heapBytesPerSession=" + heapBytesPerSession : "";
        return done + latency + " itemsPerMessage=" + (double) count / Math.max(1, after.messages - before.messages);
    }

    /** What all pages have taken, counted in one go, so that the one belongs to the other. */
    private record Taken(long items, long messages) {}
}

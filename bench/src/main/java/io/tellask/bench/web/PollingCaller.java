package io.tellask.bench.web;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Usage;
import io.tellask.remote.Client;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The calling process of {@code long-poll}: a client of ours takes a tick every 10 ms, which nothing else disturbs, by long polling or
 * by WebSocket; how long each was on its way is measured.
 */
public final class PollingCaller {
    private static final int BATCH = 64;
    private static final long CHECK_NANOS = 1_000_000;

    private final Delays delays = new Delays();
    private volatile @Nullable Throwable failure;

    private PollingCaller(String contender, int port) {
        String scheme = contender.endsWith("-http") ? "http" : "ws";
        Client client =
                Client.connect(ActorSystem.create(), scheme + "://127.0.0.1:" + port + "/tellask?encoding=json");
        Promise<Void> end = Streams.forEach(
                client.lookup(Feed.PUBLISHED_NAME, Feed.class).ticks(),
                BATCH,
                tick -> delays.add(System.nanoTime() - tick.at()));
        end.whenComplete((nothing, broken) -> failure = new IllegalStateException("the stream has ended", broken));
    }

    /** Arguments: the case's label, the contender, the port. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            PollingCaller caller = new PollingCaller(words[1], Integer.parseInt(words[2]));
            return new Commands.Opened("ready", caller::phase);
        });
    }

    /** Words: {@code run}, the case's label, milliseconds and messages, at most; a tiny run waits for a hundredth of those. */
    private String phase(String[] words) {
        long most = Long.parseLong(words[3]);
        long wanted = most == Long.MAX_VALUE ? most : most / 100;
        delays.clear();
        Usage before = Usage.now();
        long start = System.nanoTime();
        long end = start + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[2]));
        while (System.nanoTime() < end && delays.count() < wanted) {
            LockSupport.parkNanos(CHECK_NANOS);
            if (failure != null) {
                throw new IllegalStateException("no ticks", failure);
            }
        }
        String done = Caller.done(
                delays.count(), System.nanoTime() - start, Usage.now().since(before));
        return done + " " + delays.percentiles();
    }
}

package io.tellask.aeron;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An address where connections are accepted, dealt out to the loops in turn. Where its media driver ends without being asked to, as one whose
 * files had no room, it begins again with a new one. Thread-safe.
 */
final class AeronListener implements Transport.Listener {
    /** How long closing waits until the address is free. */
    private static final long CLOSE_MILLIS = 5_000;

    private static final Logger LOG = System.getLogger("io.tellask.aeron");

    /** Pauses before listening begins again after its media driver ended; each is twice as long as the one before. */
    private static final long LEAST_PAUSE_MILLIS = 1_000;

    private static final long MOST_PAUSE_MILLIS = 30_000;

    private final AeronSettings settings;
    private final List<Dispatcher> loops;
    private final Function<Wire, Receiver> accept;
    private final AtomicInteger turn = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<@Nullable Opening> opening = new AtomicReference<>(); // null while there is no driver
    private final AeronAddress address; // with the real port

    /** Where connections come, over one media driver. */
    private record Opening(AeronClients.Use use, Acceptor acceptor) {}

    private AeronListener(
            AeronAddress wanted, AeronSettings settings, List<Dispatcher> loops, Function<Wire, Receiver> accept) {
        this.settings = settings;
        this.loops = loops;
        this.accept = accept;
        Opening first = begin(wanted);
        address = first.acceptor().address();
        opening.set(first);
    }

    static AeronListener open(
            AeronAddress address, AeronSettings settings, List<Dispatcher> loops, Function<Wire, Receiver> accept) {
        return new AeronListener(address, settings, loops, accept);
    }

    private Opening begin(AeronAddress wanted) {
        AeronClients.Use use = AeronClients.use(wanted, settings, true);
        try {
            return new Opening(use, use.client().call(() -> Acceptor.listen(use, wanted, this)));
        } catch (Throwable failure) {
            use.close();
            throw failure;
        }
    }

    AeronSettings settings() {
        return settings;
    }

    Dispatcher nextLoop() {
        return loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    }

    Function<Wire, Receiver> accept() {
        return accept;
    }

    @Override
    public URI address() {
        return address.uri();
    }

    /** The media driver has ended without being asked to. On the thread of its client. */
    void clientEnded(TransportException cause) {
        LOG.log(
                Level.WARNING,
                () -> "listening is interrupted and begins again: address=" + address.uri() + ", "
                        + SafeLog.describe(cause));
        Thread.ofVirtual().name("tellask-aeron-listen").start(this::beginAgain);
    }

    private void beginAgain() {
        Opening ended = opening.getAndSet(null);
        if (ended != null) {
            ended.use().close();
        }
        long pauseMillis = LEAST_PAUSE_MILLIS;
        try {
            while (!closed.await(pauseMillis, TimeUnit.MILLISECONDS) && !hasBegun()) {
                pauseMillis = Math.min(2 * pauseMillis, MOST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.log(Level.WARNING, () -> "listening has ended, its thread was interrupted: address=" + address.uri());
        }
    }

    private boolean hasBegun() {
        try {
            opening.set(begin(address));
        } catch (RuntimeException failure) {
            LOG.log(
                    Level.WARNING,
                    () -> "listening is tried again: address=" + address.uri() + ", " + SafeLog.describe(failure));
            return false;
        }
        LOG.log(Level.INFO, () -> "listening goes on: address=" + address.uri());
        if (closed.getCount() == 0) { // meanwhile
            stop();
        }
        return true;
    }

    @Override
    public void close() {
        if (closed.getCount() > 0) {
            closed.countDown();
            stop();
        }
    }

    private void stop() {
        Opening open = opening.getAndSet(null);
        if (open == null) {
            return;
        }
        CompletableFuture<Void> free = new CompletableFuture<>();
        boolean runs = open.use().client().execute(() -> {
            open.acceptor().stop(this);
            free.complete(null);
        });
        if (runs && loops.stream().noneMatch(Dispatcher::isCurrent)) {
            free.completeOnTimeout(null, CLOSE_MILLIS, TimeUnit.MILLISECONDS).join();
        }
        open.use().close();
    }
}

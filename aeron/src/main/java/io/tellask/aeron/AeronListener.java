package io.tellask.aeron;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An address where connections are accepted, dealt out to the loops in turn. Thread-safe. */
final class AeronListener implements Transport.Listener {
    /** How long closing waits until the address is free. */
    private static final long CLOSE_MILLIS = 5_000;

    private final AeronClients.Use use;
    private final AeronSettings settings;
    private final List<Dispatcher> loops;
    private final Function<Wire, Receiver> accept;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Acceptor acceptor;

    private AeronListener(
            AeronClients.Use use,
            AeronAddress address,
            AeronSettings settings,
            List<Dispatcher> loops,
            Function<Wire, Receiver> accept) {
        this.use = use;
        this.settings = settings;
        this.loops = loops;
        this.accept = accept;
        acceptor = use.client().call(() -> Acceptor.listen(use, address, this));
    }

    static AeronListener open(
            AeronAddress address, AeronSettings settings, List<Dispatcher> loops, Function<Wire, Receiver> accept) {
        AeronClients.Use use = AeronClients.use(address, settings, true);
        try {
            return new AeronListener(use, address, settings, loops, accept);
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
        return acceptor.address();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        CompletableFuture<Void> free = new CompletableFuture<>();
        boolean runs = use.client().execute(() -> {
            acceptor.stop(this);
            free.complete(null);
        });
        if (runs && loops.stream().noneMatch(Dispatcher::isCurrent)) {
            free.completeOnTimeout(null, CLOSE_MILLIS, TimeUnit.MILLISECONDS).join();
        }
        use.close();
    }
}

package io.tellask.testkit;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * A transport that cuts, delays, stalls, breaks, duplicates and reorders the connections of another, by a seed.
 *
 * <p>Faults apply to connections opened after {@link #faults} was last called. Thread-safe; a run repeats exactly where connections are
 * opened in the same order.
 */
public final class FaultyTransport implements Transport {
    private final Transport inner;
    private final SplittableRandom random;
    private final Set<FaultyWire> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connects = new AtomicInteger();
    private final Queue<Runnable> heldConnects = new ConcurrentLinkedQueue<>();
    private final Map<IoLoops, Set<Listener>> listeners = new ConcurrentHashMap<>();
    private volatile boolean partitioned;
    private volatile IntConsumer answered = kind -> {};
    private volatile BiConsumer<Faults.Kind, Set<Integer>> met = (kind, frames) -> {};
    private volatile Function<SplittableRandom, Faults> faults = random -> Faults.none();

    /** Wraps a transport; without further calls it adds no fault. */
    public FaultyTransport(Transport inner, long seed) {
        Objects.requireNonNull(inner, "inner");
        this.inner = inner;
        random = new SplittableRandom(seed);
    }

    /** Sets what happens to connections from here on. */
    public FaultyTransport faults(Faults newFaults) {
        Objects.requireNonNull(newFaults, "newFaults");
        return faults(random -> newFaults);
    }

    /** Has what happens to a connection decided as it is opened, by what is random for it. */
    public FaultyTransport faults(Function<SplittableRandom, Faults> newFaults) {
        faults = Objects.requireNonNull(newFaults, "newFaults");
        return this;
    }

    /**
     * Tells of each fault that comes, on a loop, and of the kinds of frames that it met: those that wait first behind a stall,
     * all that came late, else the one at its byte, 0 where none had begun. What comes late counts only if another connection was asked for meanwhile.
     * Connections opened from here on.
     */
    public FaultyTransport onFault(BiConsumer<Faults.Kind, Set<Integer>> listener) {
        met = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Tells of each hello that was repeated what the server answered it with, when that connection has ended, on a loop: the kind of frame, or 0 where it did
     * not answer.
     */
    FaultyTransport onRepeatedHello(IntConsumer listener) {
        answered = listener;
        return this;
    }

    /** Breaks all connections that are open now, each on its loop: what has not arrived is lost. */
    public void breakConnections() {
        onLoops(FaultyWire::breakOff);
    }

    /** From here on nothing arrives over the connections that are open now, and neither side learns of that. */
    public void silenceConnections() {
        onLoops(FaultyWire::fallSilent);
    }

    /**
     * From here on nothing passes, as in a network that is cut in two: what is sent waits, and so do connections that are asked for, until {@link #heal}. Also what
     * is sent over connections that are open now, once their loops have heard of it.
     */
    public void partition() {
        partitioned = true;
        onLoops(this::holdIfPartitioned);
    }

    /** Does something on the loop of each open connection; those of a process that has ended are gone. */
    private void onLoops(Consumer<FaultyWire> action) {
        for (FaultyWire wire : open) {
            try {
                wire.loop().execute(() -> action.accept(wire));
            } catch (RejectedExecutionException ended) {
                open.remove(wire);
            }
        }
    }

    private void holdIfPartitioned(FaultyWire wire) {
        if (partitioned) {
            wire.hold();
        }
    }

    /** Ends a {@link #partition}: what waited passes. */
    public void heal() {
        partitioned = false;
        onLoops(FaultyWire::release);
        for (Runnable connect = heldConnects.poll(); connect != null; connect = heldConnects.poll()) {
            connect.run();
        }
    }

    /** Forgets the listeners of a system whose process has ended, see {@link Simulation#kill}: another one may listen on their addresses. */
    public void forget(ActorSystem system) {
        Objects.requireNonNull(system, "system");
        Set<Listener> ended = listeners.remove(system.ioLoops());
        if (ended != null) {
            ended.forEach(Listener::close);
        }
    }

    /** How many ends of connections are open. */
    public int openEnds() {
        return open.size();
    }

    @Override
    public Set<String> schemes() {
        return inner.schemes();
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        CompletableFuture<URI> reached = new CompletableFuture<>();
        Listener listener = inner.listen(address, loops, faulty(accept, reached));
        reached.complete(listener.address());
        listeners
                .computeIfAbsent(loops, unknown -> ConcurrentHashMap.newKeySet())
                .add(listener);
        return listener;
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        connects.incrementAndGet();
        Runnable connect =
                () -> inner.connect(address, loop, faulty(opened, CompletableFuture.completedFuture(address)), failed);
        if (partitioned) {
            heldConnects.add(connect);
        } else {
            connect.run();
        }
    }

    private Function<Wire, Receiver> faulty(Function<Wire, Receiver> receiverOf, CompletableFuture<URI> server) {
        return wire -> {
            SplittableRandom own = nextRandom();
            FaultyWire faulty = new FaultyWire(wire, faults.apply(own.split()), own, new Opened(wire, server));
            open.add(faulty);
            holdIfPartitioned(faulty);
            return faulty.open(receiverOf);
        };
    }

    private SplittableRandom nextRandom() {
        synchronized (random) {
            return random.split();
        }
    }

    /** A connection, for one of its sides. */
    private final class Opened implements FaultyWire.Connection {
        private final Wire wire;
        private final CompletableFuture<URI> server;
        private final int number = connects.get();
        private final BiConsumer<Faults.Kind, Set<Integer>> listener = met;

        Opened(Wire wire, CompletableFuture<URI> server) {
            this.wire = wire;
            this.server = server;
        }

        @Override
        public void met(Faults.Kind kind, Set<Integer> frames) {
            listener.accept(kind, frames);
        }

        @Override
        public void repeat(byte[] hello) {
            IntConsumer told = answered;
            server.thenAccept(address -> inner.connect(
                    address,
                    wire.loop(),
                    second -> new RepeatedHello(second, hello, told),
                    notReached -> told.accept(RepeatedHello.NO_ANSWER)));
        }

        @Override
        public boolean isOvertaken() {
            return connects.get() > number;
        }

        @Override
        public void ended(FaultyWire side) {
            open.remove(side);
        }
    }
}

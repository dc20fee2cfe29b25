package io.tellask.testkit;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A transport that cuts, delays, stalls and breaks the connections of another, by a seed.
 *
 * <p>Faults apply to connections opened after {@link #faults} was last called. Thread-safe; a run repeats exactly where connections are
 * opened in the same order.
 */
public final class FaultyTransport implements Transport {
    private final Transport inner;
    private final SplittableRandom random;
    private final Set<FaultyWire> open = ConcurrentHashMap.newKeySet();
    private volatile BiConsumer<Faults.Kind, Integer> met = (kind, frame) -> {};
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

    /** Tells of each fault that comes, on a loop, and of the kind of frame that it met; 0 where none had begun. Connections opened from here on. */
    public FaultyTransport onFault(BiConsumer<Faults.Kind, Integer> listener) {
        met = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Breaks all connections that are open now, each on its loop: what has not arrived is lost. */
    public void breakConnections() {
        for (FaultyWire wire : open) {
            wire.loop().execute(wire::breakOff);
        }
    }

    /** From here on nothing arrives over the connections that are open now, and neither side learns of that. */
    public void silenceConnections() {
        for (FaultyWire wire : open) {
            wire.loop().execute(wire::fallSilent);
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
        return inner.listen(address, loops, faulty(accept));
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        inner.connect(address, loop, faulty(opened), failed);
    }

    private Function<Wire, Receiver> faulty(Function<Wire, Receiver> receiverOf) {
        Supplier<SplittableRandom> nextRandom = () -> {
            synchronized (random) {
                return random.split();
            }
        };
        return wire -> {
            SplittableRandom own = nextRandom.get();
            FaultyWire faulty = new FaultyWire(wire, faults.apply(own.split()), own, open::remove, met);
            open.add(faulty);
            return faulty.open(receiverOf);
        };
    }
}

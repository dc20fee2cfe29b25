package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.TransportException.Problem;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Connects systems of one process: {@code memory://NAME}, for tests and for plug-ins that live in one JVM.
 *
 * <p>Every send is one delivery, a task of the receiving loop, so on simulated loops a run repeats exactly. At most about
 * {@value MemoryWire#WINDOW_BYTES} bytes are under way in each direction before {@link Wire#isWritable} turns false. Names are shared by
 * all instances made with the public constructor. Thread-safe.
 */
public final class MemoryTransport implements Transport {
    private static final ConcurrentMap<String, MemoryListener> PROCESS = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, MemoryListener> listeners;

    /** The transport whose names all of this process share. */
    public MemoryTransport() {
        this(PROCESS);
    }

    private MemoryTransport(ConcurrentMap<String, MemoryListener> listeners) {
        this.listeners = listeners;
    }

    /** A transport with names of its own: nobody else can listen or connect there. */
    public static MemoryTransport isolated() {
        return new MemoryTransport(new ConcurrentHashMap<>());
    }

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        String name = name(address);
        MemoryListener listener = new MemoryListener(address, name, loops.all(), accept);
        if (listeners.putIfAbsent(name, listener) != null) {
            throw new TransportException(
                    Problem.ADDRESS_IN_USE,
                    "listen: address=" + address
                            + " is in use in this process; close the other listener or take another name");
        }
        return listener;
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        MemoryListener listener = listeners.get(name(address));
        if (listener == null) {
            loop.execute(() -> failed.accept(refused(address)));
        } else {
            listener.connect(address, loop, opened, failed);
        }
    }

    private static String name(URI address) {
        String name = address.getAuthority();
        if (name == null) {
            throw new TransportException(
                    Problem.BAD_ADDRESS, "address: uri=" + address + " names nothing; write memory://NAME");
        }
        return name;
    }

    private static TransportException refused(URI address) {
        return new TransportException(
                Problem.REFUSED,
                "connect: address=" + address
                        + " refused, nobody listens there in this process; start the server first");
    }

    private final class MemoryListener implements Listener {
        private final URI address;
        private final String name;
        private final List<Dispatcher> loops;
        private final Function<Wire, Receiver> accept;
        private final AtomicInteger turn = new AtomicInteger();

        MemoryListener(URI address, String name, List<Dispatcher> loops, Function<Wire, Receiver> accept) {
            this.address = address;
            this.name = name;
            this.loops = loops;
            this.accept = accept;
        }

        @Override
        public URI address() {
            return address;
        }

        @Override
        public void close() {
            listeners.remove(name, this);
        }

        void connect(URI from, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
            Dispatcher mine = loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
            try {
                mine.execute(() -> accept(mine, loop, opened, failed));
            } catch (RejectedExecutionException ended) {
                loop.execute(() -> failed.accept(refused(from)));
            }
        }

        private void accept(
                Dispatcher mine,
                Dispatcher loop,
                Function<Wire, Receiver> opened,
                Consumer<TransportException> failed) {
            if (listeners.get(name) != this) {
                loop.execute(() -> failed.accept(refused(address)));
                return;
            }
            MemoryWire client = new MemoryWire(loop, address.toString());
            MemoryWire server = new MemoryWire(mine, "memory:client of " + name);
            client.connectTo(server);
            server.connectTo(client);
            loop.execute(() -> client.open(opened)); // queued before anything that the server's side sends
            server.open(accept);
        }
    }
}

package io.tellask.system;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.netty.HttpTransport;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/** TCP, long polling and memory, with sessions at the accepting side that throw from their next read when told so. Thread-safe. */
final class FailingTransport implements Transport {
    private final List<Transport> all = List.of(new TcpTransport(), new HttpTransport(), new MemoryTransport());
    private final AtomicReference<Runnable> failure = new AtomicReference<>();

    /** The next read of any accepted connection fails with what the action throws. */
    void failNext(Runnable action) {
        failure.set(action);
    }

    @Override
    public Set<String> schemes() {
        Set<String> schemes = new HashSet<>();
        all.forEach(each -> schemes.addAll(each.schemes()));
        return schemes;
    }

    private Transport of(URI address) {
        return all.stream()
                .filter(each -> each.schemes().contains(address.getScheme()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        return of(address).listen(address, loops, wire -> new FailingReceiver(accept.apply(wire)));
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        of(address).connect(address, loop, opened, failed);
    }

    private final class FailingReceiver implements Receiver {
        private final Receiver session;

        FailingReceiver(Receiver session) {
            this.session = session;
        }

        @Override
        public byte[] array(int bytes) {
            return session.array(bytes);
        }

        @Override
        public int offset() {
            return session.offset();
        }

        @Override
        public void received(int bytes) {
            Runnable failing = failure.getAndSet(null);
            if (failing != null) {
                failing.run();
            }
            session.received(bytes);
        }

        @Override
        public void writable() {
            session.writable();
        }

        @Override
        public void closed(Throwable cause) {
            session.closed(cause);
        }
    }
}

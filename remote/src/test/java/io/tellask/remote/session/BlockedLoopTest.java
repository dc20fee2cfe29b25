package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.codec.Codec;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.ValueEncoding;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FailureLog;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A session whose own loop was kept from its work: its timers are due before it has read what came in time. */
class BlockedLoopTest {
    private static final long LONG_NANOS = TimeUnit.HOURS.toNanos(1);

    private final ManualLoop loop = new ManualLoop();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final URI address = URI.create("memory://blocked");

    /** One loop for both sides; tasks and timers run when the test says so. */
    private static final class ManualLoop implements Dispatcher, IoLoops {
        private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        private final List<Runnable> timers = new ArrayList<>();
        private final List<Long> dueNanos = new ArrayList<>();
        private long now;

        void runTasks() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }

        /** As a loop does that comes back to its queue: timers first. */
        void runDueTimers() {
            for (int i = 0; i < timers.size(); i++) {
                if (dueNanos.get(i) <= now) {
                    dueNanos.set(i, Long.MAX_VALUE);
                    timers.get(i).run();
                }
            }
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            int index = timers.size();
            timers.add(task);
            dueNanos.add(now + delayNanos);
            return () -> dueNanos.set(index, Long.MAX_VALUE) != Long.MAX_VALUE;
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public boolean servesIo() {
            return true;
        }

        @Override
        public List<Dispatcher> all() {
            return List.of(this);
        }

        @Override
        public boolean close(Duration patience) {
            return true;
        }
    }

    /** Everything on a thread that runs actors, as a loop is. */
    private static void onLoop(Runnable test) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        DispatcherThread thread = new DispatcherThread(
                () -> {
                    try {
                        test.run();
                        done.complete(null);
                    } catch (Throwable failure) {
                        done.completeExceptionally(failure);
                    }
                },
                "manual-loop");
        thread.start();
        done.get(30, TimeUnit.SECONDS);
    }

    private static final SessionEvents NOBODY = new SessionEvents() {
        @Override
        public void opened(Endpoint endpoint) {}

        @Override
        public void disconnected(Endpoint endpoint, DisconnectedException cause) {}

        @Override
        public void resumed(Endpoint endpoint) {}

        @Override
        public void ended(Endpoint endpoint, @Nullable RuntimeException reason) {}
    };

    private Receiver begin(Wire wire, boolean opener) {
        Endpoint endpoint = new Endpoint(
                wire,
                new SessionSettings(
                        Limits.defaults(),
                        PeerMemory.ofProcess(),
                        Codec.standard(),
                        new FailureLog(),
                        SessionGuard.NONE,
                        ValueEncoding.BINARY,
                        null,
                        Map.of(),
                        null,
                        NOBODY));
        endpoints.add(endpoint);
        endpoint.begin(opener);
        return endpoint.receiver();
    }

    private void connect() {
        Transport.Listener listener = transport.listen(address, loop, wire -> begin(wire, false));
        transport.connect(address, loop, wire -> begin(wire, true), failure -> {
            throw failure;
        });
        assertThat(listener.address()).isEqualTo(address);
    }

    private void assertOpen() {
        assertThat(endpoints).hasSize(2).noneMatch(Endpoint::isEnded);
    }

    @Test
    void doesNotTakePeerForSilentWhoseBytesWaitToBeRead() throws Exception {
        onLoop(() -> {
            connect();
            loop.runTasks();
            loop.now += Limits.defaults().idleTime().toNanos();
            loop.runDueTimers(); // both send a ping, which nobody reads yet
            loop.now += LONG_NANOS;
            loop.runDueTimers();
            assertOpen();
            loop.runTasks();
            loop.now += Limits.defaults().pingTime().toNanos();
            loop.runDueTimers();
            loop.runTasks();
            assertOpen();
        });
    }

    @Test
    void doesNotGiveUpHandshakeThatWaitsToBeRead() throws Exception {
        onLoop(() -> {
            connect();
            loop.tasks.poll().run(); // the server's side accepts
            loop.tasks.poll().run(); // the client's side opens, and its hello is on its way
            loop.now += LONG_NANOS;
            loop.runDueTimers();
            loop.runTasks();
            assertOpen();
        });
    }

    @Test
    void stillClosesOnPeerThatIsSilent() throws Exception {
        onLoop(() -> {
            connect();
            loop.runTasks();
            loop.now += Limits.defaults().idleTime().toNanos();
            loop.runDueTimers();
            loop.tasks.clear(); // the pings are lost
            loop.now += Limits.defaults().pingTime().toNanos();
            loop.runDueTimers();
            assertThat(endpoints).allMatch(Endpoint::isEnded);
        });
    }
}

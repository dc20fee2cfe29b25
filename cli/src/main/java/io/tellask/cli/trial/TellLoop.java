package io.tellask.cli.trial;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Progress;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.concurrent.TimeUnit;

/**
 * A naive loop of tells against a receiver that is slower than the loop, over TCP, server and client in this process: shows that neither
 * deadlocks nor gathers messages without bound. Used by one thread.
 */
public final class TellLoop {
    /** The receiver's contract. */
    public interface Sink {
        /** One message; fails if it is not the one after the last. */
        void take(long number, String text);

        /** How many messages came. */
        Promise<Long> taken();
    }

    private static final int PATIENCE_MINUTES = 30;

    private final long tells;
    private final long workNanos;

    TellLoop(long tells, long workNanos) {
        this.tells = tells;
        this.workNanos = workNanos;
    }

    /** Sends all, waits until all are taken, and returns the nanoseconds that took. */
    long run(Progress progress) throws Exception {
        try (ActorSystem system = ActorSystem.builder().ioLoops(2).build()) {
            Sink slow = system.spawn(Sink.class, () -> new SlowSink(workNanos), SpawnOptions.dedicatedThread());
            try (Server server = Server.builder(system)
                            .publish("sink", Sink.class, slow)
                            .listen("tellask://127.0.0.1:0")
                            .start();
                    Client client = Client.connect(system, server.address())) {
                return tell(client.lookup("sink", Sink.class), progress);
            }
        }
    }

    private long tell(Sink sink, Progress progress) throws Exception {
        long began = System.nanoTime();
        for (long number = 0; number < tells; number++) {
            sink.take(number, "some text of a message");
            progress.step(1);
        }
        long taken = sink.taken().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (taken != tells) {
            throw new CommandFailure("tell-loop: taken in order=" + taken + ", sent=" + tells);
        }
        return System.nanoTime() - began;
    }

    private static final class SlowSink implements Sink {
        private final long workNanos;
        private long expected;

        SlowSink(long workNanos) {
            this.workNanos = workNanos;
        }

        @Override
        public void take(long number, String text) {
            if (number != expected) {
                throw new IllegalStateException("take: number=" + number + ", expected=" + expected);
            }
            expected++;
            long until = System.nanoTime() + workNanos;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        }

        @Override
        public Promise<Long> taken() {
            return Promise.of(expected);
        }
    }
}

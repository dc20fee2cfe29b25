package io.tellask.system;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.concurrent.TimeUnit;

/**
 * A naive loop of tells against a receiver that is slower than the loop, over TCP, server and client in this process: shows that neither
 * deadlocks nor gathers messages without bound. Arguments: how many tells (50 million unless given), nanoseconds of work for each (200).
 *
 * <pre>
 * java -Xmx256m -cp ... io.tellask.system.TellLoop 50000000
 * </pre>
 */
public final class TellLoop {
    /** The receiver's contract. */
    public interface Sink {
        void take(long number, String text);

        Promise<Long> taken();
    }

    private static final int PATIENCE_MINUTES = 30;

    private TellLoop() {}

    public static void main(String[] args) throws Exception {
        long tells = args.length > 0 ? Long.parseLong(args[0]) : 50_000_000;
        long workNanos = args.length > 1 ? Long.parseLong(args[1]) : 200;
        try (ActorSystem system = ActorSystem.builder().ioLoops(2).build()) {
            Sink slow = system.spawn(Sink.class, () -> new SlowSink(workNanos), SpawnOptions.dedicatedThread());
            Server server = Server.builder(system)
                    .publish("sink", Sink.class, slow)
                    .listen("tellask://127.0.0.1:0")
                    .start();
            try (Client client = Client.connect(system, server.address())) {
                run(client.lookup("sink", Sink.class), tells);
            }
        }
    }

    private static void run(Sink sink, long tells) throws Exception {
        long began = System.nanoTime();
        for (long number = 0; number < tells; number++) {
            sink.take(number, "some text of a message");
        }
        long taken = sink.taken().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (taken != tells) {
            throw new IllegalStateException("tells: taken in order=" + taken + ", sent=" + tells);
        }
        System.out.printf("%d tells taken in order, %.1f s, %.1f million/s%n", tells, seconds, tells / seconds / 1e6);
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

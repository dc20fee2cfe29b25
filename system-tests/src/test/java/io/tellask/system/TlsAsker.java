package io.tellask.system;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Client;
import io.tellask.system.IdleTlsServer.Doubler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A process of {@link IdleTlsSessionsIT}: one client that asks as fast as its credit lets it. For each line with a number of seconds it
 * prints how many were answered rightly, in how many nanoseconds, and its CPU time. Ends with its input.
 */
final class TlsAsker {
    private static final int PATIENCE_SECONDS = 30;

    private final Doubler doubler;
    private final LongAdder right = new LongAdder();

    private TlsAsker(Doubler doubler) {
        this.doubler = doubler;
    }

    /** Arguments: address, and the file with the authority of its certificate. */
    public static void main(String[] arguments) throws Exception {
        try (ActorSystem system = ActorSystem.builder().ioLoops(1).build()) {
            Client client = Client.builder(system)
                    .transport(
                            TlsTransport.builder().trust(Path.of(arguments[1])).build())
                    .connect(arguments[0]);
            TlsAsker asker = new TlsAsker(client.lookup("doubler", Doubler.class));
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                System.out.println(asker.run(TimeUnit.SECONDS.toNanos(Long.parseLong(command))));
            }
        }
    }

    private String run(long nanos) throws Exception {
        right.reset();
        long cpu = IdleTlsServer.usedCpuNanos();
        long begin = System.nanoTime();
        long asked = 0;
        Promise<?> last = Promise.of(null);
        while ((asked & 0xFF) != 0 || System.nanoTime() - begin < nanos) {
            long number = asked++;
            last = doubler.twice(number).thenAccept(twice -> check(number, twice));
        }
        last.get(PATIENCE_SECONDS, TimeUnit.SECONDS); // answers of one reference come in order
        long elapsed = System.nanoTime() - begin;
        if (right.sum() != asked) {
            throw new IllegalStateException("answers: right=" + right.sum() + ", asked=" + asked);
        }
        return asked + " " + elapsed + " " + (IdleTlsServer.usedCpuNanos() - cpu);
    }

    private void check(long number, long twice) {
        if (twice == 2 * number) {
            right.increment();
        }
    }
}

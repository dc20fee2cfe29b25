package io.tellask.examples;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.RemotingException;
import io.tellask.remote.TransportException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A connection that is made again whenever it has ended. */
public final class Reconnecting {
    // @start region="reconnect"
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** Stays connected until the thread is interrupted. {@code use} gets each new client, and looks up anew what it calls. */
    static void stayConnected(ActorSystem system, String address, Consumer<Client> use) throws InterruptedException {
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            try (Client client = Client.connect(system, address)) {
                use.accept(client);
                pause = SHORTEST_PAUSE;
                CountDownLatch ended = new CountDownLatch(1);
                client.whenEnded().whenComplete((nothing, reason) -> ended.countDown());
                ended.await();
            } catch (TransportException | RemotingException failed) {
                Duration longer = pause.multipliedBy(2);
                pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            }
            Thread.sleep(pause);
        }
    }
    // @end

    private Reconnecting() {}
}

package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An actor whose mailbox is never empty leaves the sockets of its loop their turns. */
@Timeout(60)
class BusyActorTest {
    private static final int CALLS = 20;
    private static final int QUEUED = 1_000; // more than one run handles
    private static final long MOST_MESSAGES = 10_000_000; // a visit of a second to the tasks alone is about as many

    /** Called over TCP. */
    public interface Echo {
        Promise<Integer> echo(int number);
    }

    /** Has always something to do. */
    public interface Busy {
        void goOn();

        /** Calls the echo so many times, one after the other; how many messages were handled meanwhile. */
        Promise<Long> call(Echo echo, int times);
    }

    private static final class EchoActor extends Actor implements Echo {
        @Override
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }
    }

    private static final class BusyActor extends Actor implements Busy {
        private final Busy self = self(Busy.class);
        private boolean called;
        private long handled;

        @Override
        public void goOn() {
            handled++;
            if (!called) {
                self.goOn();
            }
        }

        @Override
        public Promise<Long> call(Echo echo, int times) {
            return echo.echo(times).thenCompose(answered -> {
                if (times > 1) {
                    return call(echo, times - 1);
                }
                called = true;
                return Promise.of(handled);
            });
        }
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build(); // both ends and all actors on one

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void actorThatIsNeverIdleLetsCallsThroughItsLoop() throws Exception {
        Server server = Server.builder(system)
                .publish("echo", Echo.class, system.spawn(Echo.class, EchoActor::new))
                .listen("tellask://127.0.0.1:0")
                .start();
        Echo echo = Client.builder(system).connect(server.address()).lookup("echo", Echo.class);
        Busy busy = system.spawn(Busy.class, BusyActor::new);
        for (int i = 0; i < QUEUED; i++) {
            busy.goOn();
        }
        assertThat(busy.call(echo, CALLS).get(50, TimeUnit.SECONDS)).isLessThan(MOST_MESSAGES);
    }
}

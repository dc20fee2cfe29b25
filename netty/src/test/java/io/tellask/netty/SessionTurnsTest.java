package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session whose calls take long leaves the other sessions of its loop their turns. */
@Timeout(60)
class SessionTurnsTest {
    private static final int FLOOD = 4_000; // within the default credit; one read brings thousands
    private static final long SLOW_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Called over TCP. */
    public interface Work {
        /** Takes half a millisecond while nobody has called {@code quick}. */
        Promise<Integer> slow(int number);

        /** How many slow calls were executed before it. */
        Promise<Integer> quick();
    }

    private static final class WorkActor extends Actor implements Work {
        private final CountDownLatch begun;
        private int slow;
        private boolean called;

        WorkActor(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public Promise<Integer> slow(int number) {
            slow++;
            begun.countDown();
            for (long begin = System.nanoTime(); !called && System.nanoTime() - begin < SLOW_NANOS; ) {
                Thread.onSpinWait();
            }
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> quick() {
            called = true;
            return Promise.of(slow);
        }
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem callers = ActorSystem.builder().ioLoops(1).build();

    @AfterEach
    void close() {
        callers.close();
        system.close();
    }

    @Test
    void quietSessionIsServedBetweenTheCallsOfOneThatFloods() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Work actor = system.spawn(Work.class, () -> new WorkActor(begun));
        try (Server server = Server.builder(system)
                        .publish("work", Work.class, actor)
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Client flooder = Client.connect(callers, server.address());
                Client other = Client.connect(callers, server.address())) {
            Work flooded = flooder.lookup("work", Work.class);
            Work quiet = other.lookup("work", Work.class);
            List<Promise<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++) {
                answers.add(flooded.slow(i));
            }
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            int before = quiet.quick().get(30, TimeUnit.SECONDS);
            assertThat(before).isLessThan(FLOOD / 3);
            for (int i = 0; i < FLOOD; i++) { // what was left for later turns came in order, once, and completely
                assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i);
            }
        }
    }
}

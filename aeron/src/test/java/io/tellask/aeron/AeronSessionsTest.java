package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole sessions, with callers on threads of their own, over both. */
@Timeout(60)
class AeronSessionsTest {
    private static final int CALLS = 20_000;
    private static final int CALLERS = 4;

    @TempDir
    private Path parent;

    public interface Desk {
        Promise<Integer> add(int a, int b);

        Promise<String> echo(String text);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<String> echo(String text) {
            return Promise.of(text);
        }
    }

    @Test
    void callsGoThroughSharedMemory() throws Exception {
        calls(URI.create("aeron-ipc://" + parent.resolve("d")));
    }

    @Test
    void callsGoOverUdp() throws Exception {
        calls(URI.create("aeron-udp://127.0.0.1:0"));
    }

    private static void calls(URI address) throws Exception {
        try (ActorSystem system = ActorSystem.builder().ioLoops(2).build()) {
            Server server = Server.builder(system)
                    .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                    .listen(address)
                    .start();
            try (Client client = Client.connect(system, server.address())) {
                Desk desk = client.lookup("desk", Desk.class);
                String text = "hello ".repeat(500_000);
                assertThat(desk.echo(text).join()).isEqualTo(text);
                callFromManyThreads(desk);
            }
            server.close();
        }
    }

    private static void callFromManyThreads(Desk desk) throws InterruptedException {
        CountDownLatch right = new CountDownLatch(CALLERS * CALLS);
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int from = caller * CALLS;
            callers.add(Thread.ofPlatform().start(() -> {
                for (int i = from; i < from + CALLS; i++) {
                    int expected = 2 * i;
                    desk.add(i, i).whenComplete((sum, failure) -> {
                        if (failure == null && sum == expected) {
                            right.countDown();
                        }
                    });
                }
            }));
        }
        assertThat(right.await(50, TimeUnit.SECONDS))
                .as("%s answers are missing", right.getCount())
                .isTrue();
        for (Thread caller : callers) {
            caller.join();
        }
    }
}

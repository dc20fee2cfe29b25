package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of many fragments beside short ones, and beside each other. */
@Timeout(200)
class LargeMessagesTest {
    private static final URI ADDRESS = URI.create("memory://large");
    private static final int LARGE_BYTES = 60_000_000;

    /** Takes and gives bytes. */
    public interface Depot {
        Promise<Integer> store(byte[] bytes);

        Promise<byte[]> fetch(int length);

        Promise<Integer> echo(int number);
    }

    private static final class Keeper implements Depot {
        @Override
        public Promise<Integer> store(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        @Override
        public Promise<byte[]> fetch(int length) {
            return Promise.of(new byte[length]);
        }

        @Override
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }
    }

    private final ActorSystem there = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem here = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final List<Depot> depots = new ArrayList<>();

    @BeforeEach
    void connect() {
        Server.Builder server = Server.builder(there).transport(transport).listen(ADDRESS);
        for (int i = 0; i < 4; i++) {
            server.publish(
                    "depot" + i, Depot.class, there.spawn(Depot.class, Keeper::new, SpawnOptions.dedicatedThread()));
        }
        server.start();
        Client client = Client.builder(here)
                .transport(transport)
                .limits(Limits.builder().callTime(Duration.ofMinutes(2)).build())
                .connect(ADDRESS);
        IntStream.range(0, 4).forEach(i -> depots.add(client.lookup("depot" + i, Depot.class)));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void shortAskIsAnsweredWhileLargeOneIsUnderWay() throws Exception {
        byte[] bytes = new byte[LARGE_BYTES];
        FutureTask<Promise<Integer>> large =
                new FutureTask<>(() -> depots.get(0).store(bytes));
        Thread sender = Thread.ofPlatform().daemon().start(large);
        Await.until("the sender of the large message waits", () -> Await.isParked(sender) || large.isDone());
        assertThat(depots.get(1).echo(7).orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(7);
        assertThat(large.isDone())
                .as("the large message has left before the short ask was answered")
                .isFalse();
        assertThat(large.get(20, TimeUnit.SECONDS)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join())
                .isEqualTo(LARGE_BYTES);
    }

    @Test
    void largeAnswersOfManyActorsAreAllAssembled() {
        List<Promise<byte[]>> answers = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            depots.forEach(depot -> answers.add(depot.fetch(20_000_000)));
        }
        answers.forEach(answer ->
                assertThat(answer.orTimeout(100, TimeUnit.SECONDS).join()).hasSize(20_000_000));
        assertThat(depots.get(2).echo(1).orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(1);
    }
}

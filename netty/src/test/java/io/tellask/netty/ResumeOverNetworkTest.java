package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.SessionListener;
import io.tellask.remote.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions whose connections are cut under load: nothing is lost, doubled or reordered, whatever loop the next connection comes to. */
@Timeout(120)
class ResumeOverNetworkTest {
    private static final int CALLERS = 3;
    private static final int CALLS = 1_500;
    private static final int CUTS = 7;

    @TempDir
    private static Path folder;

    private static TestAuthority authority;

    /** What is called. */
    public interface Counter {
        void add(int caller, int number);

        Promise<Integer> next(int caller);

        Promise<Integer> bytes(byte[] bytes);

        Flow.Publisher<Integer> numbers(int upTo);

        Promise<Integer> callBack(Listener listener, int times);
    }

    /** What is called back. */
    public interface Listener {
        Promise<Integer> heard(int number);
    }

    static final class CounterActor extends Actor implements Counter {
        private final int[] last = new int[CALLERS];
        private final int[] answered = new int[CALLERS];
        private int outOfOrder;

        @Override
        public void add(int caller, int number) {
            if (number != ++last[caller]) {
                outOfOrder++;
            }
        }

        @Override
        public Promise<Integer> next(int caller) {
            return Promise.of(outOfOrder > 0 ? -outOfOrder : ++answered[caller]);
        }

        @Override
        public Promise<Integer> bytes(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        @Override
        public Flow.Publisher<Integer> numbers(int upTo) {
            return Streams.of(IntStream.range(0, upTo).boxed().toList());
        }

        @Override
        public Promise<Integer> callBack(Listener listener, int times) {
            List<Promise<Integer>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.add(listener.heard(i));
            }
            return Promise.all(all)
                    .thenApply(answers ->
                            answers.stream().mapToInt(Integer::intValue).sum());
        }
    }

    static final class ListenerActor extends Actor implements Listener {
        private int expected;

        @Override
        public Promise<Integer> heard(int number) {
            return Promise.of(number == expected++ ? number : -1_000_000);
        }
    }

    @BeforeAll
    static void issueCertificates() {
        authority = new TestAuthority(folder, "root");
    }

    @Test
    void tcpSessionsGoOn() throws Exception {
        sessionsGoOn("tellask://127.0.0.1:0", new TcpTransport(), new TcpTransport());
    }

    @Test
    void tlsSessionsGoOn() throws Exception {
        TestAuthority.Issued certificate = authority.server("server");
        sessionsGoOn(
                "tls://127.0.0.1:0",
                TlsTransport.builder()
                        .certificate(certificate.chain(), certificate.key())
                        .build(),
                TlsTransport.builder().trust(authority.file()).build());
    }

    @Test
    void webSocketSessionsGoOn() throws Exception {
        sessionsGoOn(
                "ws://127.0.0.1:0/calls",
                WebSocketTransport.builder().build(),
                WebSocketTransport.builder().build());
    }

    private static void sessionsGoOn(String address, Transport servers, Transport clients) throws Exception {
        AtomicInteger resumed = new AtomicInteger();
        try (ActorSystem there = ActorSystem.builder().ioLoops(3).build();
                ActorSystem here = ActorSystem.builder().ioLoops(1).build();
                Server server = Server.builder(there)
                        .publish("counter", Counter.class, there.spawn(Counter.class, CounterActor::new))
                        .publish("numbers", Counter.class, there.spawn(Counter.class, CounterActor::new))
                        .transport(servers)
                        .listen(address)
                        .start();
                CuttingRelay relay = new CuttingRelay(server.address().getPort());
                Client client = Client.builder(here).transport(clients).connect(relay.address(server.address()))) {
            client.listen(new SessionListener() {
                @Override
                public void onResumed() {
                    resumed.incrementAndGet();
                }
            });
            Counter counter = client.lookup("counter", Counter.class);
            List<Promise<Void>> done = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                int id = caller;
                done.add(started(() -> call(counter, id)));
            }
            done.add(started(() -> stream(client.lookup("numbers", Counter.class))));
            done.add(started(() -> longMessages(counter)));
            Promise<Integer> calledBack = counter.callBack(here.spawn(Listener.class, ListenerActor::new), CALLS);
            for (int cut = 0; cut < CUTS; cut++) {
                int before = resumed.get();
                relay.cut(cut % 2 == 0);
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (resumed.get() == before) {
                    assertThat(System.nanoTime())
                            .as("cut %s was not mended", cut)
                            .isLessThan(until);
                    Thread.onSpinWait();
                }
            }
            for (Promise<Void> one : done) {
                one.get(60, TimeUnit.SECONDS);
            }
            assertThat(calledBack.get(60, TimeUnit.SECONDS)).isEqualTo(CALLS * (CALLS - 1) / 2);
            assertThat(resumed.get()).isGreaterThanOrEqualTo(CUTS);
            assertThat(server.statistics().waitingSessions()).isZero();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Promise<Void> started(Work work) {
        Promise<Void> done = new Promise<>();
        Thread.ofPlatform().start(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (Throwable failure) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    private static void call(Counter counter, int caller) throws Exception {
        List<Promise<Integer>> answers = new ArrayList<>();
        for (int i = 1; i <= CALLS; i++) {
            counter.add(caller, i);
            answers.add(counter.next(caller));
            if (i % 16 == 0) {
                answers.getLast().get(40, TimeUnit.SECONDS);
            }
        }
        for (int i = 1; i <= CALLS; i++) {
            assertThat(answers.get(i - 1).get(40, TimeUnit.SECONDS)).isEqualTo(i);
        }
    }

    private static void stream(Counter counter) throws Exception {
        int[] sum = new int[1];
        Streams.forEach(counter.numbers(20_000), 64, number -> sum[0] += number).get(60, TimeUnit.SECONDS);
        assertThat(sum[0]).isEqualTo(20_000 * 19_999 / 2);
    }

    private static void longMessages(Counter counter) throws Exception {
        for (int i = 0; i < 8; i++) {
            int length = (1 << 20) + i * 100_000;
            assertThat(counter.bytes(new byte[length]).get(40, TimeUnit.SECONDS))
                    .isEqualTo(length);
        }
    }
}

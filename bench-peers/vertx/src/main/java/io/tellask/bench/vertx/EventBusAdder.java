package io.tellask.bench.vertx;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code vertx-bus}: two members of a cluster and one address between them. A pair travels as a buffer of eight bytes, an empty
 * buffer asks for the total, an answer is one long.
 */
public final class EventBusAdder {
    private static final String HOST = "127.0.0.1";
    private static final String ADDRESS = "adder";
    private static final long PATIENCE_SECONDS = 30;

    private EventBusAdder() {}

    private static Buffer pair(int first, int second) {
        return Buffer.buffer(2 * Integer.BYTES).appendInt(first).appendInt(second);
    }

    private static int sum(Buffer pair) {
        return pair.getInt(0) + pair.getInt(Integer.BYTES);
    }

    /** Makes a member on loopback that looks for others only where it is told to; {@link #join} starts it. */
    private static HazelcastClusterManager member(List<String> others) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.wait.seconds.before.join", "0");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(0).getInterfaces().setEnabled(true).addInterface(HOST);
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(others);
        return new HazelcastClusterManager(config);
    }

    private static EventBus join(HazelcastClusterManager member) throws Exception {
        EventBusOptions options = new EventBusOptions().setHost(HOST).setClusterPublicHost(HOST);
        return answer(Vertx.builder()
                        .withClusterManager(member)
                        .with(new VertxOptions().setEventBusOptions(options))
                        .buildClustered())
                .eventBus();
    }

    /** Waits for a future on a thread that is no event loop. */
    static <T> T answer(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The receiving process: a consumer on an event loop. */
    public static final class Service {
        private long total;

        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open()));
        }

        private static int open() throws Exception {
            HazelcastClusterManager member = member(List.of());
            Service service = new Service();
            answer(join(member).consumer(ADDRESS, service::handle).completion());
            return member.getHazelcastInstance()
                    .getCluster()
                    .getLocalMember()
                    .getAddress()
                    .getPort();
        }

        private void handle(Message<Buffer> message) {
            Buffer body = message.body();
            if (body.length() == 0) {
                message.reply(total);
            } else if (message.replyAddress() == null) {
                total += sum(body);
            } else {
                message.reply((long) sum(body));
            }
        }
    }

    /**
     * The calling process: an ordinary thread sends. Since the bus holds back no sends, each 1,000th is followed by a request for the
     * total, and at most 65,536 sends are open.
     */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final int TELLS_PER_BARRIER = 1_000;
        private static final int TELL_WINDOW = 65_536;
        private static final int ASK_WINDOW = 16_384;

        private final EventBus bus;

        private Caller(int port) throws Exception {
            bus = join(member(List.of(HOST + ":" + port)));
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(port));
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            Window window = new Window(TELL_WINDOW);
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                window.acquire();
                bus.send(ADDRESS, pair(first, first + 1));
                first = Pairs.next(first);
                if (++sent % TELLS_PER_BARRIER == 0) {
                    request(Buffer.buffer())
                            .onFailure(window::fail)
                            .onSuccess(total -> window.settle(TELLS_PER_BARRIER));
                }
            }
            return told(sent, answer(request(Buffer.buffer())));
        }

        @Override
        public Tally ask(Phase phase) {
            Window window = new Window(ASK_WINDOW);
            AtomicLong total = new AtomicLong();
            long sent = phase.each(first -> {
                window.acquire();
                request(pair(first, first + 1)).onFailure(window::fail).onSuccess(sum -> {
                    if (sum != Pairs.sum(first)) {
                        window.fail(new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum));
                    }
                    total.addAndGet(sum);
                    window.settle(1);
                });
            });
            window.awaitAll();
            return new Tally(sent, total.get());
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return answer(request(pair(first, second))).intValue();
        }

        @Override
        protected void askLater(int first, int second) {
            request(pair(first, second)).onFailure(this::failed).onSuccess(sum -> answered(first, sum.intValue()));
        }

        private Future<Long> request(Buffer body) {
            return bus.<Long>request(ADDRESS, body).map(Message::body);
        }
    }
}

package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.Streams;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Principal;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bytes of the protocol are those in {@code src/test/resources/golden}: one line a frame, {@code >} from the client, {@code <} from
 * the server. {@code -Dtellask.golden=write} writes the files anew, for a change of the protocol that is meant.
 */
@Timeout(60)
class GoldenFramesTest {
    private static final URI ADDRESS = URI.create("memory://golden");
    static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Limits SERVER =
            withoutResume().frameBytes(1_024).creditMessages(16).build();
    private static final Limits CLIENT = withoutResume().frameBytes(1_024).build();

    private final Transcript transcript = new Transcript(MemoryTransport.isolated());
    private ActorSystem publishing;
    private Sample published;

    private interface Scenario {
        void run(ActorSystem clients) throws Exception;
    }

    private void with(Scenario scenario) throws Exception {
        with(SERVER, scenario);
    }

    private void with(Limits server, Scenario scenario) throws Exception {
        try (ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
                ActorSystem clients = ActorSystem.builder().ioLoops(1).build()) {
            Sample sample = servers.spawn(Sample.class, Sample.Sampler::new, SpawnOptions.ioLoop());
            publishing = servers;
            published = sample;
            Circle circle = servers.spawn(Circle.class, Caller::new, SpawnOptions.ioLoop());
            Forgetful forgetful =
                    servers.spawn(Forgetful.class, () -> number -> new Promise<>(), SpawnOptions.ioLoop());
            Taker taker = servers.spawn(Taker.class, Taking::new, SpawnOptions.ioLoop());
            Server.builder(servers)
                    .publish("sample", Sample.class, sample)
                    .publish("forgetful", Forgetful.class, forgetful)
                    .publish("circle", Circle.class, circle)
                    .publish("taker", Taker.class, taker)
                    .transport(transcript)
                    .limits(server)
                    .listen(ADDRESS)
                    .start();
            scenario.run(clients);
        }
    }

    /** Tokens differ from run to run; so sessions that may go on have a golden file of their own. */
    private static Limits.Builder withoutResume() {
        return Limits.builder().resumeTime(Duration.ZERO);
    }

    private Client connect(ActorSystem clients, Limits limits) {
        return Client.builder(clients).transport(transcript).limits(limits).connect(ADDRESS);
    }

    /** Ids of failures differ from process to process. */
    private static String masked(String hex) {
        return hex.replaceAll("(3[0-9]|6[1-6]){8}2d(3[0-9]|6[1-6]){8}", "3".repeat(16) + "2d" + "3".repeat(16));
    }

    static void assertGolden(String file, List<String> transcribed) throws IOException {
        List<String> lines = transcribed.stream().map(GoldenFramesTest::masked).toList();
        Path path = FOLDER.resolve(file);
        if ("write".equals(System.getProperty("tellask.golden"))) {
            Files.write(path, lines);
        }
        assertThat(lines)
                .as(path + "; run with -Dtellask.golden=write if the protocol was meant to change")
                .isEqualTo(Files.readAllLines(path));
    }

    @Test
    void sessionSpeaksAsTheGoldenFileSays() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            converse(client.lookup("sample", Sample.class));
            client.close();
            Await.until("frames of CLOSE", () -> transcript.count("CLOSE") > 0);
            List<String> lines = transcript.lines();
            assertGolden(
                    "session.hex",
                    lines.subList(0, lines.size() - (lines.getLast().startsWith("< CLOSE") ? 1 : 0)));
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = ValueEncoding.class,
            names = {"CBOR", "JSON"})
    void sessionInAnotherEncodingSpeaksAsTheGoldenFileSays(ValueEncoding encoding) throws Exception {
        with(clients -> {
            Client client = Client.builder(clients)
                    .transport(transcript)
                    .limits(CLIENT)
                    .encoding(encoding)
                    .connect(ADDRESS);
            Sample sample = client.lookup("sample", Sample.class);
            sample.tell(-1);
            assertThat(sample.add(1, 2).join()).isEqualTo(3);
            assertThat(sample.greet("Ada").join()).isEqualTo("hello Ada");
            assertThat(sample.greet(null).join()).isNull();
            assertThat(sample.move(new Sample.Point(1, 2, "p"), 40).join()).isEqualTo(new Sample.Point(1, 42, "p"));
            assertThat(sample.echo(new byte[] {1, 2, 3}).join()).hasSize(3);
            assertThatThrownBy(() -> sample.failDeclared().join()).hasCauseInstanceOf(Sample.Broken.class);
            stream(sample.count(3), 2, 10, false);
            Taker taker = client.lookup("taker", Taker.class);
            assertThat(taker.sum(Streams.of(List.of(1, 2))).join()).isEqualTo(3);
            Await.until("frames of RELEASED", () -> transcript.count("RELEASED") == 1);
            assertGolden("session-" + encoding + ".hex", transcript.lines());
        });
    }

    /** One call after the other, so that the order of frames is always the same. */
    private void converse(Sample sample) {
        sample.tell(-1);
        assertThat(sample.add(1, 2).join()).isEqualTo(3);
        assertThat(Remote.withDeadline(sample, Duration.ofSeconds(30))
                        .add(100, -1_000)
                        .join())
                .isEqualTo(-900);
        assertThat(sample.greet("Ada").join()).isEqualTo("hello Ada");
        assertThat(sample.greet(null).join()).isNull();
        assertThat(sample.move(new Sample.Point(1, 2, "p"), 40).join()).isEqualTo(new Sample.Point(1, 42, "p"));
        assertThat(sample.echo(new byte[1_000]).join()).hasSize(1_000);
        assertThatThrownBy(() -> sample.fail().join()).hasCauseExactlyInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sample.failDeclared().join()).hasCauseInstanceOf(Sample.Broken.class);
        stream(sample.count(3), 2, 10, false);
        stream(sample.pending(), 1, 0, true);
        Await.until("frames of END", () -> transcript.count("END") == 2);
        assertThat(stream(sample.selves(), 5, 0, false)).containsExactly(sample);
        for (int i = 0; i < 5; i++) {
            sample.add(i, i).join(); // past half of the window: credit comes back
        }
        assertThat(sample.child().join().add(1, 1).join()).isEqualTo(2);
        Await.until("the child was released", () -> {
            System.gc();
            return transcript.count("RELEASED") > 0;
        });
    }

    /** Takes the items asked for first, then asks for more or cancels; the items. */
    private static <T> List<T> stream(Flow.Publisher<T> publisher, int first, int more, boolean cancel) {
        List<T> items = new ArrayList<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        publisher.subscribe(new Flow.Subscriber<>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription newSubscription) {
                subscription = newSubscription;
                subscription.request(first);
            }

            @Override
            public void onNext(T item) {
                items.add(item);
                if (items.size() == first && cancel) {
                    subscription.cancel();
                    ended.complete(null);
                } else if (items.size() == first && more > 0) {
                    subscription.request(more);
                }
            }

            @Override
            public void onError(Throwable failure) {
                ended.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                ended.complete(null);
            }
        });
        ended.join();
        return items;
    }

    /** Remembers none of its promises. */
    public interface Forgetful {
        Promise<Integer> never(int number);
    }

    @Test
    void givenUpAskIsForgottenByBothSides() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Forgetful forgetful = client.lookup("forgetful", Forgetful.class);
            forgetful.never(1).cancel(false);
            Await.until("frames of END", () -> transcript.count("END") == 1);
            assertGolden("give-up.hex", transcript.lines());
        });
    }

    @Test
    void watchIsToldThatTheActorHasStopped() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Sample sample = client.lookup("sample", Sample.class);
            Promise<StopReason> stopped = clients.watch(sample);
            Await.until("frames of WATCH", () -> transcript.count("WATCH") == 1);
            publishing.stop(published, StopReason.FAILED);
            assertThat(stopped.join()).isEqualTo(StopReason.FAILED);
            assertGolden("watch.hex", transcript.lines());
        });
    }

    /** Calls that name the call which brings their actor, which is answered only then. */
    @Test
    void callsAreMadeAheadOfTheirActor() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Circle circle = client.lookup("circle", Circle.class);
            AtomicReference<Promise<Integer>> seen = new AtomicReference<>(new Promise<>());
            Watcher watcher = clients.spawn(Watcher.class, () -> text -> seen.get());
            Circle brought = whenCalledBack(circle.after(watcher)).pipelined();
            brought.watch(watcher);
            Promise<Integer> called = brought.callBack("once more");
            seen.get().complete(3);
            assertThat(called.join()).isEqualTo(3);

            seen.set(new Promise<>());
            Flow.Publisher<Pair> pairs =
                    whenCalledBack(circle.after(watcher)).pipelined().pairs(watcher);
            CompletableFuture<List<Pair>> items = CompletableFuture.supplyAsync(() -> stream(pairs, 1, 0, false));
            Await.until("the opening", () -> transcript.lines().getLast().startsWith("> OPEN"));
            seen.get().complete(3);
            assertThat(items.join()).hasSize(1);
            assertGolden("pipelined.hex", transcript.lines());
        });
    }

    private Promise<Circle> whenCalledBack(Promise<Circle> after) {
        Await.until("the callback", () -> transcript.lines().getLast().startsWith("< ASK"));
        return after;
    }

    /** Is called back. */
    public interface Watcher {
        Promise<Integer> seen(String text);
    }

    /** Holds references of both sides. */
    public record Pair(Watcher watcher, Circle circle) {}

    /** Takes and gives references. */
    public interface Circle {
        void watch(Watcher watcher);

        Promise<Integer> callBack(String text);

        /** Brings itself once the watcher has answered. */
        Promise<Circle> after(Watcher watcher);

        Promise<Pair> pair(Watcher watcher);

        Flow.Publisher<Pair> pairs(Watcher watcher);
    }

    private static final class Caller extends Actor implements Circle {
        private Watcher watcher;

        @Override
        public void watch(Watcher newWatcher) {
            watcher = newWatcher;
        }

        @Override
        public Promise<Integer> callBack(String text) {
            return watcher.seen(text);
        }

        @Override
        public Promise<Circle> after(Watcher other) {
            return other.seen("now").thenApply(_ -> self(Circle.class));
        }

        @Override
        public Promise<Pair> pair(Watcher other) {
            return Promise.of(new Pair(other, self(Circle.class)));
        }

        @Override
        public Flow.Publisher<Pair> pairs(Watcher other) {
            return Streams.of(List.of(new Pair(other, self(Circle.class))));
        }
    }

    @Test
    void referencesPassBothWays() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Circle circle = client.lookup("circle", Circle.class);
            Watcher watcher = clients.spawn(Watcher.class, () -> text -> Promise.of(text.length()));
            circle.watch(watcher);
            assertThat(circle.callBack("seen").join()).isEqualTo(4);
            Pair both = new Pair(watcher, circle);
            assertThat(circle.pair(watcher).join()).isEqualTo(both);
            assertThat(Remote.withDeadline(circle, Duration.ofSeconds(30))
                            .pair(watcher)
                            .join())
                    .isEqualTo(both);
            assertThat(stream(circle.pairs(watcher), 2, 0, false)).containsExactly(both);
            assertGolden("references.hex", transcript.lines());
        });
    }

    /** Takes streams. */
    public interface Taker {
        Promise<Integer> sum(Flow.Publisher<Integer> numbers);

        Promise<Integer> first(Flow.Publisher<Integer> numbers);

        Flow.Publisher<Integer> lengths(Flow.Publisher<String> lines);
    }

    private static final class Taking extends Actor implements Taker {
        @Override
        public Promise<Integer> sum(Flow.Publisher<Integer> numbers) {
            int[] sum = new int[1];
            return Streams.forEach(numbers, 2, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public Promise<Integer> first(Flow.Publisher<Integer> numbers) {
            Promise<Integer> first = new Promise<>();
            numbers.subscribe(new Flow.Subscriber<>() {
                private Flow.Subscription subscription;

                @Override
                public void onSubscribe(Flow.Subscription newSubscription) {
                    subscription = newSubscription;
                    subscription.request(1);
                }

                @Override
                public void onNext(Integer item) {
                    subscription.cancel();
                    first.complete(item);
                }

                @Override
                public void onError(Throwable failure) {
                    first.completeExceptionally(failure);
                }

                @Override
                public void onComplete() {
                    first.cancel(false);
                }
            });
            return first;
        }

        @Override
        public Flow.Publisher<Integer> lengths(Flow.Publisher<String> lines) {
            Emitter<Integer> lengths = new Emitter<>();
            Streams.forEach(lines, 1, line -> lengths.emit(line.length())).thenRun(lengths::complete);
            return lengths;
        }
    }

    @Test
    void streamsAreArguments() throws Exception {
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Taker taker = client.lookup("taker", Taker.class);
            assertThat(taker.sum(Streams.of(List.of(1, 2, 3))).join()).isEqualTo(6);
            Await.until("frames of RELEASED", () -> transcript.count("RELEASED") == 1);
            assertThat(taker.first(Streams.of(List.of(7, 8))).join()).isEqualTo(7);
            Await.until("frames of RELEASED", () -> transcript.count("RELEASED") == 2);
            assertThat(stream(taker.lengths(Streams.of(List.of("one", "three"))), 5, 0, false))
                    .containsExactly(3, 5);
            Await.until("frames of RELEASED", () -> transcript.count("RELEASED") == 3);
            assertGolden("streams.hex", transcript.lines());
        });
    }

    /** In the place of a token, which differs from run to run. */
    private static String withoutToken(String line) {
        return line.replaceFirst("(544c534b00bf0430)[0-9a-f]{96}", "$1" + "00".repeat(48));
    }

    /** Either ACK may come first, and the other one then counts it. */
    private static String asIfTheServersCameFirst(String line) {
        return switch (line) {
            case "> ACK 02000006d805" -> "> ACK 02000006dd05";
            case "< ACK 0100000621" -> "< ACK 010000061b";
            default -> line;
        };
    }

    @Test
    void sessionGoesOnOverAnotherConnection() throws Exception {
        Limits limits = Limits.builder().frameBytes(1_024).build();
        with(limits, clients -> {
            Client warmUp = connect(clients, CLIENT); // so that no class is loaded while time counts
            Sample warm = warmUp.lookup("sample", Sample.class);
            assertThat(warm.add(1, 2).join()).isEqualTo(3);
            int before = transcript.lines().size();
            Client client = connect(clients, limits);
            Sample sample = client.lookup("sample", Sample.class);
            assertThat(sample.add(1, 2).join()).isEqualTo(3);
            Await.until("an ACK of each side", () -> transcript.count("ACK") == 2);
            transcript.breakConnections();
            Await.until("the next HELLO", () -> transcript.count("HELLO") == 3);
            assertThat(sample.add(3, 4).join()).isEqualTo(7);
            List<String> lines = new ArrayList<>(transcript.lines().stream()
                    .skip(before)
                    .map(GoldenFramesTest::withoutToken)
                    .map(GoldenFramesTest::asIfTheServersCameFirst)
                    .toList());
            int ack = IntStream.range(0, lines.size())
                    .filter(i -> lines.get(i).contains("ACK"))
                    .findFirst()
                    .orElseThrow();
            Collections.sort(lines.subList(ack, ack + 2));
            assertGolden("resume.hex", lines);
            Reference.reachabilityFence(warm); // else its release would be among the lines
            client.close();
        });
    }

    @Test
    void tracesGoInFrontOfCalls() throws Exception {
        TraceContext trace = TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        TraceContext longer = TraceContext.parse(trace.traceparent(), "congo=t61rcWkgMzE,rojo=" + "0".repeat(120));
        with(clients -> {
            Client client = connect(clients, CLIENT);
            Sample sample = client.lookup("sample", Sample.class);
            trace.run(() -> sample.tell(-1));
            assertThat(trace.call(() -> sample.add(1, 2).join())).isEqualTo(3);
            assertThat(longer.call(() -> Remote.withDeadline(sample, Duration.ofSeconds(30))
                            .add(100, -1_000)
                            .join()))
                    .isEqualTo(-900);
            assertThat(longer.call(() -> sample.echo(new byte[900]).join())).hasSize(900);
            assertThat(stream(trace.call(() -> sample.count(1)), 2, 0, false)).containsExactly(1);
            Circle circle = client.lookup("circle", Circle.class);
            Watcher watcher = clients.spawn(Watcher.class, () -> text -> Promise.of(text.length()));
            trace.run(() -> circle.watch(watcher));
            assertThat(longer.call(() -> circle.callBack("seen").join())).isEqualTo(4);
            assertThat(circle.callBack("unseen").join()).isEqualTo(6);
            assertGolden("traces.hex", transcript.lines());
        });
    }

    @Test
    void silentSessionPings() throws Exception {
        with(clients -> {
            connect(clients, withoutResume().idleTime(Duration.ofMillis(50)).build());
            Await.until("frames of PONG", () -> transcript.count("PONG") > 0);
            List<String> lines = transcript.lines();
            int pong = IntStream.range(0, lines.size())
                    .filter(i -> lines.get(i).startsWith("< PONG"))
                    .findFirst()
                    .orElseThrow();
            assertGolden("ping.hex", lines.subList(0, pong + 1));
        });
    }

    @Test
    void clientShowsItsCredentialAndStrangersAreRefused() throws Exception {
        URI guarded = URI.create("memory://guarded");
        try (ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
                ActorSystem clients = ActorSystem.builder().ioLoops(1).build()) {
            Server.builder(servers)
                    .authenticator(Authenticator.tokens(Map.of("sesame", Principal.of("ada"))))
                    .interceptor(call -> {
                        throw new AccessDeniedException("call: not you");
                    })
                    .publish("sample", Sample.class, servers.spawn(Sample.class, Sample.Sampler::new))
                    .transport(transcript)
                    .limits(SERVER)
                    .listen(guarded)
                    .start();
            Client.Builder settings =
                    Client.builder(clients).transport(transcript).limits(CLIENT);
            Client client = settings.credentials(Credentials.token("sesame")).connect(guarded);
            Sample sample = client.lookup("sample", Sample.class);
            assertThatThrownBy(() -> sample.add(1, 2).join()).hasCauseInstanceOf(AccessDeniedException.class);
            client.close();
            assertThatThrownBy(() -> settings.credentials(Credentials.basic("eve", "guess"))
                            .connect(guarded))
                    .isInstanceOf(AuthenticationException.class);
            List<String> lines = transcript.lines().stream()
                    .filter(line -> !line.contains("CLOSE 0f00000300")) // may be under way still
                    .toList();
            assertGolden("guarded.hex", lines);
        }
    }

    @Test
    void peerThatIsNotTellaskIsToldSo() throws Exception {
        with(clients -> {
            Replay replay = Replay.connect(transcript, ADDRESS, clients);
            replay.send(HexFormat.of().parseHex("04000001" + "47455420")); // "GET "
            Await.until("frames of CLOSE", () -> transcript.count("CLOSE") > 0);
            assertGolden("refused.hex", transcript.lines());
        });
    }

    @Test
    void serverReadsTheGoldenFiles() throws Exception {
        replay("session.hex");
        replay("give-up.hex");
        replay("references.hex");
        replay("pipelined.hex");
        replay("streams.hex");
        replay("traces.hex");
        replay("session-json.hex");
        replay("session-cbor.hex");
    }

    /** A client without features knows the compact form of the codec only, and is answered in it. */
    @Test
    void clientThatDoesNotReadTheWideFormIsSentNone() throws Exception {
        replay("session-compact.hex");
    }

    private void replay(String file) throws Exception {
        List<String> golden = Files.readAllLines(FOLDER.resolve(file));
        with(clients -> {
            Replay replay = Replay.connect(transcript, ADDRESS, clients);
            for (int at = 0; at < golden.size(); at++) {
                String[] line = golden.get(at).split(" ");
                byte[] frame = HexFormat.of().parseHex(line[2]);
                if (line[0].equals(">")) {
                    replay.send(frame);
                } else {
                    assertThat(masked(replay.next(frame.length)))
                            .as("line " + (at + 1) + " of " + file + ", " + line[1])
                            .isEqualTo(line[2]);
                }
            }
        });
    }
}

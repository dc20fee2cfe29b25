package io.tellask.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.cli.CommandRun;
import io.tellask.remote.ActorOperations;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

@Timeout(60)
class ActorsCommandTest {
    public interface Desk {
        Promise<Integer> add(int a, int b);

        void hold(CountDownLatch until) throws InterruptedException;
    }

    private static final class DeskActor implements Desk {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public void hold(CountDownLatch until) throws InterruptedException {
            until.await();
        }
    }

    @TempDir
    private Path folder;

    private final CountDownLatch held = new CountDownLatch(1);
    private final ActorSystem system = ActorSystem.create();
    private Desk desk;
    private Server server;

    @BeforeEach
    void serve() {
        desk = system.spawn(
                Desk.class, DeskActor::new, SpawnOptions.dedicatedThread().withName("desk"));
        server = Server.builder(system)
                .authenticator(Authenticator.tokens(
                        Map.of("op", Principal.of("Olga", "operator"), "user", Principal.of("Ada"))))
                .publishOperations(principal -> principal.hasRole("operator"))
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    @AfterEach
    void close() {
        held.countDown();
        system.close();
    }

    private CommandRun actors(String token, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve(token), token);
        List<String> all =
                new ArrayList<>(List.of("actors", server.address().toString(), "--token-file", file.toString()));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void printsWhatActorsDo() throws Exception {
        desk.add(1, 2).join();
        CommandRun run = actors("op", "--sample", "10ms", "--sort", "name");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().getFirst())
                .matches("actor +contract +runs on +queued +most +rate +busy +mean +longest +restarts +dropped +age");
        assertThat(run.out())
                .anyMatch(line -> line.matches("desk-1 +ActorsCommandTest\\$Desk +tellask-\\d+-desk-1 +0 +1 +[\\d.,]+"
                        + " +\\d+% +(-|[\\d.]+us|\\d+ms) +(-|[\\d.]+us|\\d+ms) +0 +0 +[\\d.]+m?s"));
        assertThat(run.out()).anyMatch(line -> line.contains("ActorOperations"));
    }

    @Test
    void printsLinesOfJsonInTheOrderThatIsWanted() throws Exception {
        desk.hold(held);
        for (int i = 0; i < 5; i++) {
            desk.add(1, 2);
        }
        Await.until("five wait", () -> system.queuedMessages() == 5);
        CommandRun run = actors("op", "--sample", "0s", "--json", "--sort", "queued", "--top", "1");

        assertThat(run.out())
                .singleElement()
                .asString()
                .matches(
                        "\\{\"name\":\"desk-1\",\"contract\":\"io\\.tellask.*Desk\",\"implementation\":\".*DeskActor\","
                                + "\"dispatcher\":\".*desk-1\",\"queued\":5,\"mostQueued\":\\d,\"capacity\":65536,"
                                + "\"rate\":[\\d.E-]+,\"busy\":[\\d.E-]+,\"mean\":[\\d.E-]+,\"longest\":[\\d.E-]+,\"handled\":1,"
                                + "\"dropped\":0,\"restarts\":0,\"age\":\\d+\\}");
    }

    @Test
    void printsThemAgainWhileItWatches() throws Exception {
        CommandRun run = actors("op", "--sample", "10ms", "--watch", "--times", "2", "--top", "1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(5);
        assertThat(run.out().get(2)).isEmpty();
    }

    @Test
    void writesDumpWhileAnActorIsStuck() throws Exception {
        desk.hold(held);
        desk.add(1, 2);
        Await.until("one waits", () -> system.queuedMessages() == 1);
        Path file = folder.resolve("dump.json");
        CommandRun run = actors("op", "--dump", file.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsExactly("dumped: file=" + file);
        String json = Files.readString(file);
        assertThat(objectsIn(json)).isGreaterThan(3);
        assertThat(json)
                .contains("\"running\":\"" + DeskActor.class.getName() + ".hold\"")
                .contains("\"waiting\":[{\"method\":\"Desk.add\"")
                .contains("CountDownLatch.await")
                .contains("{\"name\":\"sessions\",\"rows\":[{")
                .contains("\"principal\":\"Olga\"");
        assertThat(actors("op", "--dump", file.toString()).exitCode()).isEqualTo(1);
        assertThat(actors("op", "--dump", file.toString(), "--force").exitCode())
                .isZero();
    }

    private static int objectsIn(String json) {
        int objects = 0;
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            while (parser.nextToken() != null) {
                objects += parser.currentToken().isStructStart() ? 1 : 0;
            }
        }
        return objects;
    }

    @Test
    void wrongOptionsAreRefused() throws Exception {
        assertThat(actors("op", "--sort", "size").err())
                .anyMatch(line -> line.contains("'size' is no order; write queued, most-queued"));
        assertThat(actors("op", "--top", "10001").exitCode()).isEqualTo(2);
        assertThat(actors("op", "--sample", "61s").exitCode()).isEqualTo(2);
        assertThat(actors("op", "--sample", "0s", "--watch").exitCode()).isEqualTo(2);
        assertThat(actors("op", "--dump", "x", "--json").exitCode()).isEqualTo(2);
        assertThat(actors("op", "--timeout", "0ms").err()).anyMatch(line -> line.contains("not within 1ms to 23d"));
    }

    @Test
    void othersAreDenied() throws Exception {
        assertThat(actors("user", "--sample", "0s").err())
                .singleElement()
                .asString()
                .contains("may not call ActorOperations.actors");
        assertThat(actors("user", "--dump", "-").err())
                .singleElement()
                .asString()
                .contains("may not call ActorOperations.dump");
    }

    @Test
    void serverThatTellsNobodyIsNamed() throws Exception {
        try (Server plain =
                Server.builder(system).listen("tellask://127.0.0.1:0").start()) {
            assertThat(CommandRun.of("actors", plain.address().toString()).err())
                    .singleElement()
                    .asString()
                    .contains("server tells nobody what its actors do");
        }
    }

    private CommandRun dumpOf(Supplier<Flow.Publisher<String>> dump) throws Exception {
        try (Server other = hostile(() -> null, dump)) {
            return CommandRun.of("actors", other.address().toString(), "--dump", "-", "--timeout", "300ms");
        }
    }

    @Test
    void dumpOfServerThatSendsNothingIsGivenUp() throws Exception {
        CommandRun run = dumpOf(() -> subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long items) {}

            @Override
            public void cancel() {}
        }));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("no answer: waited=300ms; is the server overloaded");
    }

    @Test
    void dumpOfEmptyPiecesWithoutEndIsGivenUp() throws Exception {
        CommandRun run = dumpOf(() -> Streams.of(Stream.generate(() -> "").iterator()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("no answer: waited=300ms; is the server overloaded");
    }

    private static ActorOperations.Actor row(String name, String contract, String dispatcher) {
        return new ActorOperations.Actor(name, contract, "", dispatcher, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    }

    /** A server that answers what no server of ours does. */
    private Server hostile(Supplier<ActorOperations.@Nullable Actors> answer, String dump) {
        return hostile(answer, () -> Streams.of(List.of(dump)));
    }

    private Server hostile(Supplier<ActorOperations.@Nullable Actors> answer, Supplier<Flow.Publisher<String>> dump) {
        ActorOperations operations = system.spawn(ActorOperations.class, () -> new ActorOperations() {
            @Override
            public Promise<Actors> actors(Order order, int most, int sampleMillis) {
                return Promise.of(answer.get());
            }

            @Override
            public Flow.Publisher<String> dump() {
                return dump.get();
            }
        });
        return Server.builder(system)
                .publish(ActorOperations.PUBLISHED_NAME, ActorOperations.class, operations)
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    @Test
    void textThatAServerChoosesDoesNothingToTheTerminal() throws Exception {
        ActorOperations.Actor coloured = row("\u001b[31m", "c\u001b.C", "t\n");
        try (Server other =
                hostile(() -> new ActorOperations.Actors(List.of(coloured), 1, 2), "{\"a\":\"\u001b[31m\"}")) {
            CommandRun table = CommandRun.of("actors", other.address().toString(), "--sample", "0s");
            assertThat(table.out()).hasSize(2).noneMatch(line -> line.contains("\u001b"));
            assertThat(table.err()).singleElement().asString().contains("looked at=1 of living=2 actors");
            CommandRun dump = CommandRun.of("actors", other.address().toString(), "--dump", "-");
            assertThat(dump.exitCode()).isEqualTo(1);
            assertThat(dump.err()).singleElement().asString().contains("not ASCII");
        }
    }

    @Test
    void hugeNumbersFillNoLines() throws Exception {
        double huge = Double.MAX_VALUE;
        ActorOperations.Actor row =
                new ActorOperations.Actor("a", "C", "", "t", 1, 1, 1, huge, huge, -huge, huge, 1, 1, 1, Long.MIN_VALUE);
        try (Server other = hostile(() -> new ActorOperations.Actors(List.of(row), 1, 1), "{}")) {
            CommandRun run = CommandRun.of("actors", other.address().toString(), "--sample", "0s");

            assertThat(run.out().getLast())
                    .contains("1.8e+308", "1.8e+307%", "-1.8e+308us")
                    .hasSizeLessThan(200);
        }
    }

    @Test
    void serverThatSendsMoreThanItWasAskedForIsRefused() throws Exception {
        List<ActorOperations.Actor> rows = new ArrayList<>(List.of(row("a", "C", "t"), row("b", "C", "t")));
        try (Server other = hostile(() -> new ActorOperations.Actors(rows, 3, 3), "{}")) {
            String address = other.address().toString();
            assertThat(CommandRun.of("actors", address, "--sample", "0s", "--top", "2")
                            .out())
                    .hasSize(3);
            rows.add(row("c", "C", "t"));
            CommandRun run = CommandRun.of("actors", address, "--sample", "0s", "--top", "2");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).singleElement().asString().contains("sent rows=3 > asked for=2; it is damaged");
        }
    }

    @Test
    void serverThatAnswersNullIsRefused() throws Exception {
        try (Server other = hostile(() -> null, "{}")) {
            CommandRun run = CommandRun.of("actors", other.address().toString(), "--sample", "0s");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).singleElement().asString().contains("answered null; it is damaged");
        }
    }
}

package io.tellask.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.cli.CommandRun;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Operations;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConnectionsCommandTest {
    public interface Desk {
        Promise<Integer> add(int a, int b);
    }

    @TempDir
    private Path folder;

    private ActorSystem system;
    private Server server;

    @BeforeEach
    void serve() {
        system = ActorSystem.create();
        server = builder()
                .authenticator(Authenticator.tokens(
                        Map.of("op", Principal.of("Olga", "operator"), "user", Principal.of("Ada\u001b[31m"))))
                .publishOperations(principal -> principal.hasRole("operator"))
                .start();
        for (int i = 0; i < 3; i++) {
            Client client = Client.builder(system)
                    .credentials(Credentials.token("user"))
                    .connect(server.address());
            client.lookup("desk", Desk.class).add(1, 2).join();
        }
    }

    private Server.Builder builder() {
        return Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, () -> (a, b) -> Promise.of(a + b)))
                .listen("tellask://127.0.0.1:0");
    }

    @AfterEach
    void close() {
        system.close();
    }

    private CommandRun connections(String token, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve(token), token);
        List<String> all =
                new ArrayList<>(List.of("connections", server.address().toString(), "--token-file", file.toString()));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void printsWhoIsConnected() throws Exception {
        CommandRun run = connections("op");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasSize(5);
        assertThat(run.out().getFirst())
                .matches("peer +wire +connected +principal +encoding +idle +age +in +out +calls +references +held");
        assertThat(run.out().get(1)).matches("127\\.0\\.0\\.1:\\d+ +tellask +true +Ada.* +binary .* 2 +1 .*");
        assertThat(run.out()).noneMatch(line -> line.contains("\u001b"));
        assertThat(run.out().getLast()).contains("Olga");
    }

    @Test
    void printsLinesOfJson() throws Exception {
        CommandRun run = connections("op", "--json", "--where", "principal=Olga and calls>=1");

        assertThat(run.out())
                .singleElement()
                .asString()
                .matches("\\{\"peer\":\"127\\.0\\.0\\.1:(\\d+)\",\"port\":\\1,\"wire\":\"tellask\",\"connected\":true,"
                        + "\"principal\":\"Olga\",\"encoding\":\"binary\",\"idle\":\\d+,\"age\":\\d+,\"in\":\\d+,\"out\":\\d+,\"calls\":\\d+,"
                        + "\"references\":1,\"held\":\\d+,\"listener\":\\d+,\"waiting\":1\\}");
    }

    @Test
    void saysWhereThereAreMore() throws Exception {
        CommandRun run = connections("op", "--where", "not principal=Olga and idle<1h", "--limit", "2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(3);
        assertThat(run.err())
                .containsExactly("tellask: printed=2 of matching=3 connections; raise --limit, or narrow --where");
    }

    @Test
    void wrongConditionAndLimitAreRefused() throws Exception {
        CommandRun wrong = connections("op", "--where", "port=8192 and idle>60");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err())
                .containsExactly(
                        "tellask: where: position=20, found '60', expected a time, such as 250ms, 60s, 5m, 2h or 1d");
        assertThat(connections("op", "--limit", "10001").exitCode()).isEqualTo(2);
        assertThat(connections("op", "--limit", "0").exitCode()).isEqualTo(2);
    }

    @Test
    void othersAreDenied() throws Exception {
        CommandRun run = connections("user");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("may not call Operations.connections");
    }

    @Test
    void callsOfAnyInstantAreShown() {
        Operations.Call call = new Operations.Call(Instant.MAX, "p", "", "c.C", "m", 1, 1, 0, 1, "", 0);
        Operations hostile = system.spawn(Operations.class, () -> new Operations() {
            @Override
            public Promise<Connections> connections(String where, int most) {
                return Promise.of(new Connections(List.of(), 0, 0));
            }

            @Override
            public Flow.Publisher<Call> traffic(String where) {
                return Streams.of(List.of(call, call));
            }
        });
        try (Server other = builder()
                .publish(Operations.PUBLISHED_NAME, Operations.class, hostile)
                .start()) {
            CommandRun run = CommandRun.of("monitor", other.address().toString());
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).hasSize(2).allSatisfy(line -> assertThat(line).contains("C.m"));
        }
    }

    @Test
    void textThatAServerChoosesDoesNothingToTheTerminal() {
        String text = "a\u001b[31m\nb";
        Operations.Connection one =
                new Operations.Connection(text, 1, text, true, text, text, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        Operations hostile = system.spawn(Operations.class, () -> new Operations() {
            @Override
            public Promise<Connections> connections(String where, int most) {
                return Promise.of(new Connections(List.of(one), 1, 1));
            }

            @Override
            public Flow.Publisher<Call> traffic(String where) {
                return Streams.of(List.of());
            }
        });
        try (Server other = builder()
                .publish(Operations.PUBLISHED_NAME, Operations.class, hostile)
                .start()) {
            assertThat(CommandRun.of("connections", other.address().toString()).out())
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith("a\\u001b[31m\\nb  a\\u001b[31m\\nb");
        }
    }

    @Test
    void serverThatPublishesNoneIsNamed() {
        try (Server plain = builder().start()) {
            assertThat(CommandRun.of("connections", plain.address().toString()).err())
                    .singleElement()
                    .asString()
                    .contains("address=" + plain.address(), "publishOperations()");
        }
    }
}

package io.tellask.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.CommandRun;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MonitorCommandTest {
    public interface Desk {
        Promise<Integer> add(int a, int b);

        Promise<Integer> fail(String secret);
    }

    private static final class DeskActor implements Desk {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<Integer> fail(String secret) {
            throw new IllegalStateException(secret);
        }
    }

    private ActorSystem system;
    private Server server;
    private Desk desk;

    @BeforeEach
    void serve() {
        system = ActorSystem.create();
        server = Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .publishOperations(_ -> true)
                .listen("tellask://127.0.0.1:0")
                .start();
        desk = Client.connect(system, server.address()).lookup("desk", Desk.class);
    }

    @AfterEach
    void close() {
        system.close();
    }

    /** Runs the command beside calls that go on until it has seen what it wants. */
    private CommandRun monitor(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("monitor", server.address().toString()));
        all.addAll(List.of(options));
        CompletableFuture<CommandRun> run =
                CompletableFuture.supplyAsync(() -> CommandRun.of(all.toArray(String[]::new)));
        Await.until("the end of the command", () -> {
            desk.add(1, 2).join();
            desk.fail("s3cret").exceptionally(_ -> 0).join();
            return run.isDone();
        });
        return run.get(30, TimeUnit.SECONDS);
    }

    @Test
    void printsCallsAsTheyEnd() throws Exception {
        CommandRun run = monitor("--limit", "2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(2);
        assertThat(run.out())
                .allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  127\\.0\\.0\\.1:\\d+  anonymous"
                        + "  MonitorCommandTest\\$Desk\\.(add|fail)  in=\\d+ out=\\d+ time=[\\d.]+\\w+"
                        + "(  failed: java\\.lang\\.IllegalStateException)?"));
    }

    @Test
    void choosesByContractMethodPeerAndCondition() throws Exception {
        CommandRun run = monitor(
                "--contract",
                "io.tellask.*",
                "--method",
                "fail",
                "--peer",
                "127.0.0.1:*",
                "--where",
                "in>0 or out>0",
                "--limit",
                "3");

        assertThat(run.out()).hasSize(3).allMatch(line -> line.contains(".fail ") && line.contains("failed: "));
        assertThat(run.out()).noneMatch(line -> line.contains("s3cret"));
    }

    @Test
    void printsLinesOfJson() throws Exception {
        CommandRun run = monitor("--json", "--method", "add", "--limit", "1");

        assertThat(run.out())
                .singleElement()
                .asString()
                .matches(
                        "\\{\"at\":\"[^\"]+Z\",\"peer\":\"127\\.0\\.0\\.1:\\d+\",\"principal\":\"anonymous\",\"contract\":\""
                                + Desk.class.getName().replace("$", "\\$")
                                + "\",\"method\":\"add\",\"in\":\\d+,\"out\":\\d+,\"items\":0,\"time\":\\d+,\"dropped\":\\d+\\}");
    }

    @Test
    void wrongConditionsAreRefused() {
        String address = server.address().toString();
        assertThat(CommandRun.of("monitor", address, "--where", "metod=x").err())
                .singleElement()
                .asString()
                .contains("position=1, found 'metod=x'");
        assertThat(CommandRun.of("monitor", address, "--method", "a'b").err())
                .singleElement()
                .asString()
                .contains("--method has a quotation mark");
    }
}

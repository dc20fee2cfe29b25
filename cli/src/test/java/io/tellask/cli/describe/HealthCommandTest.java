package io.tellask.cli.describe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.CommandRun;
import io.tellask.remote.Health;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthCommandTest {
    private final ActorSystem system = ActorSystem.create();

    private Server.Builder server() {
        return Server.builder(system).listen("tellask://127.0.0.1:0");
    }

    @AfterEach
    void close() {
        system.close();
    }

    private static CommandRun health(Server server, String... options) {
        String address = server.address().toString();
        return options.length == 0 ? CommandRun.of("health", address) : CommandRun.of("health", address, options[0]);
    }

    @Test
    void healthyServerIsExitCodeZero() {
        Server server = server().publishHealth().start();
        assertThat(health(server).exitCode()).isZero();
        assertThat(health(server).out()).containsExactly("healthy");
        assertThat(health(server, "--json").out()).containsExactly("{\"healthy\":true}");
    }

    @Test
    void serverThatIsNotWellIsExitCodeOneAndItsProblemsAreNamed() {
        Server full = server().publishHealth()
                .limits(Limits.builder().connections(1).build())
                .start();
        CommandRun run = health(full);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsExactly("server: connections=1 >= connections=1");
        CommandRun json = health(full, "--json");
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(json.out())
                .containsExactly("{\"healthy\":false,\"problems\":\"server: connections=1 >= connections=1\"}");
    }

    @Test
    void problemsThatAServerChoosesDoNothingToTheTerminal() {
        Server hostile = server().publish(
                        Health.PUBLISHED_NAME,
                        Health.class,
                        system.spawn(
                                Health.class,
                                () -> () -> Promise.of(new Health.Report(List.of("\u001b[2J\nall well")))))
                .start();
        assertThat(health(hostile).exitCode()).isEqualTo(1);
        assertThat(health(hostile).out()).containsExactly("\\u001b[2J\\nall well");
    }

    @Test
    void otherContractUnderItsNameIsNotSaidToBeMissing() {
        Server other = server().publish(
                        Health.PUBLISHED_NAME, Runnable.class, system.spawn(Runnable.class, () -> () -> {}))
                .start();
        CommandRun run = health(other);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .contains("contract=" + Health.class.getName() + " expected, published contract=java.lang.Runnable")
                .doesNotContain("not published");
    }

    @Test
    void serverThatDoesNotSayOrIsNotThereIsExitCodeOne() {
        Server silent = server().start();
        CommandRun run = health(silent);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .contains("name=tellask.health is not published there", "Server.Builder.publishHealth()");
        silent.close();
        CommandRun gone = health(silent);
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.out()).isEmpty();
    }
}

package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of a process that records nothing, or has no Flight Recorder, do without it. */
class UnusedRecorderTest {
    @TempDir
    private Path folder;

    /** A call between two ends of one process, which is its whole life. */
    static final class Program {
        /** What is called. */
        public interface Office {
            Promise<Integer> echo(int number);
        }

        public static void main(String[] arguments) {
            try (ActorSystem system = ActorSystem.create()) {
                Server server = Server.builder(system)
                        .publish("office", Office.class, system.spawn(Office.class, () -> Promise::of))
                        .listen("memory://office")
                        .start();
                Client client = Client.connect(system, server.address());
                Office office = client.lookup("office", Office.class);
                System.out.println("answer " + office.echo(7).join());
                client.close();
            }
        }
    }

    private ChildJvm run(String... options) throws Exception {
        ChildJvm child = ChildJvm.run(
                folder,
                60,
                Stream.concat(Stream.of(options), Stream.of("-cp", ChildJvm.classPath(), Program.class.getName()))
                        .toList());
        assertThat(child.exit()).as(child.err()).isZero();
        assertThat(child.out()).contains("answer 7");
        return child;
    }

    @Test
    void classesOfEventsAreNotLoadedBeforeTheFirstRecording() throws Exception {
        List<String> loaded = run("-Xlog:class+load")
                .out()
                .lines()
                .filter(line -> line.contains("source:"))
                .toList();
        assertThat(loaded).anyMatch(line -> line.contains("io.tellask.remote.session.FlightEvents "));
        assertThat(loaded).noneMatch(line -> line.contains("jdk.jfr.internal.MetadataLoader"));
        assertThat(loaded).noneMatch(line -> line.contains("io.tellask.remote.session.SlowCallEvent "));
    }

    @Test
    void runtimeWithoutTheRecorderIsNone() throws Exception {
        ChildJvm child = run("--limit-modules", "java.base,java.logging,java.management,jdk.unsupported");
        assertThat(child.err()).doesNotContain("jfr", "NoClassDefFoundError");
    }
}

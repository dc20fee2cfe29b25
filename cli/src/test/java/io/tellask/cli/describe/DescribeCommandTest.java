package io.tellask.cli.describe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Promise;
import io.tellask.cli.CommandRun;
import io.tellask.remote.Directory;
import io.tellask.remote.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DescribeCommandTest {
    public interface Reader {
        void read(String line);
    }

    public record Subscription(String topic, List<Reader> readers) {}

    public interface Desk {
        Promise<Integer> answer(String question);

        void subscribe(Subscription subscription);

        @OptionalMethod
        int count();
    }

    @TempDir
    private Path folder;

    private ActorSystem system;
    private Server server;

    @BeforeEach
    void serve() {
        system = ActorSystem.create();
        server = Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .publishDirectory()
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    @Test
    void namesThatAServerChoosesDoNothingToTheTerminal() {
        String name = "a\u001b]0;b\u0007\nc";
        Directory.PublishedMethod method = new Directory.PublishedMethod(name, name, name, name, false);
        Server hostile = Server.builder(system)
                .publish(
                        Directory.PUBLISHED_NAME,
                        Directory.class,
                        system.spawn(Directory.class, () -> () -> Promise.of(List.of(method))))
                .listen("tellask://127.0.0.1:0")
                .start();

        CommandRun run = CommandRun.of("describe", hostile.address().toString());

        assertThat(run.out()).hasSize(2);
        assertThat(run.out().get(1)).startsWith("a\\u001b]0;b\\u0007\\nc  a\\u001b]0;b");
    }

    private static final class DeskActor implements Desk {
        @Override
        public Promise<Integer> answer(String question) {
            return Promise.of(question.length());
        }

        @Override
        public void subscribe(Subscription subscription) {
            subscription.readers().forEach(reader -> reader.read(subscription.topic()));
        }

        @Override
        public int count() {
            return 0;
        }
    }

    @AfterEach
    void close() {
        system.close();
    }

    private CommandRun describe(String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("describe", server.address().toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void printsNamesContractsAndMethodsAndWhatReferencesLeadTo() {
        CommandRun run = describe();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(6);
        assertThat(run.out().getFirst()).matches("name +contract +kind +signature +optional");
        assertThat(run.out().get(1)).contains("DescribeCommandTest$Reader  tell", "read(java.lang.String)void");
        assertThat(run.out().get(2))
                .startsWith("desk")
                .contains("ask", "answer(java.lang.String)io.tellask.actor.Promise");
        assertThat(run.out().get(3)).contains("blocking", "count()int").endsWith("true");
        assertThat(run.out().getLast()).startsWith("tellask.directory");
    }

    private Path saved() throws Exception {
        return Files.write(folder.resolve("before"), describe("--json").out());
    }

    @Test
    void tellsThatNothingDiffers() throws Exception {
        CommandRun run = describe("--diff", saved().toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsExactly("no difference");
    }

    @Test
    void namesMethodsThatAreGoneAndThoseAdded() throws Exception {
        Path before = saved();
        String all = Files.readString(before);
        Files.writeString(before, all.replace("count()int", "count()long"));

        CommandRun run = describe("--diff", before.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).hasSize(4);
        assertThat(run.out().get(1)).startsWith("gone").contains("count()long");
        assertThat(run.out().get(2)).startsWith("added").contains("count()int");
        assertThat(run.out().getLast())
                .isEqualTo("1 gone, 1 added; clients that have a method that is gone are refused, unless they mark it"
                        + " with @OptionalMethod");
        Files.writeString(
                before, all.lines().filter(line -> !line.contains("count()")).reduce("", (a, b) -> a + b + "\n"));
        assertThat(describe("--diff", before.toString()).exitCode()).isZero();
        assertThat(describe("--diff", before.toString(), "--json").out())
                .singleElement()
                .asString()
                .startsWith("{\"change\":\"added\",\"name\":\"desk\"");
    }

    @Test
    void saysInOneLineWhatIsWrong() throws Exception {
        Path malformed = Files.writeString(folder.resolve("malformed"), "{\"contract\":\"a\"}\n");
        assertThat(describe("--diff", malformed.toString()).err())
                .singleElement()
                .asString()
                .startsWith("tellask: description is malformed: file=" + malformed + ", line=1");
        Path junk = Files.writeString(folder.resolve("junk"), "{\n");
        assertThat(describe("--diff", junk.toString()).err())
                .singleElement()
                .asString()
                .contains("malformed");
        assertThat(describe("--diff", "/dev/null/x").err())
                .singleElement()
                .asString()
                .startsWith("tellask: description cannot be read");
        try (Server silent = Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .listen("tellask://127.0.0.1:0")
                .start()) {
            CommandRun run = CommandRun.of("describe", silent.address().toString());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).singleElement().asString().contains("Server.Builder.publishDirectory()");
        }
    }
}

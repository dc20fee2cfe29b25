package io.tellask.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.cli.CommandRun;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CallCommandTest {
    public record Line(String article, int pieces) {}

    public interface Drawer {
        int size();
    }

    public interface Shop {
        Promise<Integer> add(int a, int b);

        Promise<String> add(String a, String b);

        Promise<List<Line>> order(List<Line> lines, boolean paid);

        void note(String text);

        int count();

        Promise<Void> nothing();

        Promise<String> none();

        Promise<Drawer> drawer();

        Promise<Integer> fail(String text);

        Promise<Integer> failByName();

        Promise<Integer> never();

        Flow.Publisher<Line> lines(int count);

        Flow.Publisher<Integer> endless();

        Flow.Publisher<Integer> broken();
    }

    private static final class OwnException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OwnException() {
            super("out of ink");
        }
    }

    private final class Keeper extends Actor implements Shop {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<String> add(String a, String b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<List<Line>> order(List<Line> lines, boolean paid) {
            return Promise.of(paid ? lines : List.of());
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }

        @Override
        public int count() {
            return notes.size();
        }

        @Override
        public Promise<Void> nothing() {
            return Promise.of(null);
        }

        @Override
        public Promise<String> none() {
            return Promise.of(null);
        }

        @Override
        public Promise<Drawer> drawer() {
            return Promise.of(system.spawn(Drawer.class, () -> () -> 3));
        }

        @Override
        public Promise<Integer> fail(String text) {
            throw new IllegalStateException(text);
        }

        @Override
        public Promise<Integer> failByName() {
            throw new OwnException();
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }

        @Override
        public Flow.Publisher<Line> lines(int count) {
            return Streams.of(
                    IntStream.range(0, count).mapToObj(i -> new Line("bolt", i)).toList());
        }

        @Override
        public Flow.Publisher<Integer> endless() {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.onCancel(() -> cancelled.complete("endless"));
            for (int i = 0; i < 10; i++) {
                emitter.emit(i);
            }
            return emitter;
        }

        @Override
        public Flow.Publisher<Integer> broken() {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.emit(1);
            emitter.fail(new OwnException());
            return emitter;
        }
    }

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
    private final Promise<String> cancelled = new Promise<>();
    private ActorSystem system;
    private Server server;

    @BeforeEach
    void serve() {
        system = ActorSystem.create();
        server = Server.builder(system)
                .publish("shop", Shop.class, system.spawn(Shop.class, Keeper::new))
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    @AfterEach
    void close() {
        system.close();
    }

    private CommandRun call(String... words) {
        List<String> all = new ArrayList<>(List.of("call", server.address().toString(), "shop"));
        all.addAll(List.of(words));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private void assertFails(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains(parts);
    }

    @Test
    void printsResultsAsJsonAndTextBare() {
        assertThat(call("add(int,int)", "1", "2").out()).containsExactly("3");
        assertThat(call("add(int,int)", "--", "-1", "2").out()).containsExactly("1");
        assertThat(call("add(String,String)", "\"a\"", "\"b\\u00fc\"").out()).containsExactly("ab\u00fc");
        assertThat(call("--json", "add(String,String)", "\"a\"", "\"b\"").out()).containsExactly("\"ab\"");
        assertThat(call("order", "[{\"article\":\"bolt\",\"pieces\":3}]", "true")
                        .out())
                .containsExactly("[{\"pieces\":3,\"article\":\"bolt\"}]");
        assertThat(call("count").out()).containsExactly("0");
        assertThat(call("none").out()).containsExactly("null");
        assertThat(call("nothing").out()).isEmpty();
        assertThat(call("drawer").out()).containsExactly("{\"@remote\":\"" + Drawer.class.getName() + "\"}");
    }

    @Test
    void tellsArriveBeforeTheCommandEnds() {
        CommandRun run = call("note", "\"a line\"");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        Await.until("the note", () -> notes.contains("a line"));
    }

    @Test
    void printsItemsOfStreams() {
        assertThat(call("lines", "2").out())
                .containsExactly("{\"pieces\":0,\"article\":\"bolt\"}", "{\"pieces\":1,\"article\":\"bolt\"}");
        assertThat(call("endless", "--items", "3").out()).containsExactly("0", "1", "2");
        Await.until("the cancel", cancelled::isDone);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1;\"x\"",
                "1;2.5",
                "1;2147483648",
                "1;null",
                "1;[2]",
                "1;two",
                "1;{",
            })
    void argumentsThatDoNotFitAreNamed(String first, String second) {
        assertFails(
                call("add(int,int)", first, second),
                "argument=2, type=int, value=" + second,
                "method=add(int,int)",
                "send JSON of that type");
        assertThat(notes).isEmpty();
    }

    @Test
    void textWithoutQuotationMarksIsExplained() {
        assertFails(call("note", "hello"), "type=java.lang.String, value=hello", "in a shell '\"hello\"'");
        assertThat(notes).isEmpty();
    }

    @Test
    void argumentsThatTheServerRefusesAreNamed() {
        assertFails(
                call("order", "[{\"article\":\"bolt\",\"pieces\":\"x\"}]", "true"),
                "argument=1, type=java.util.List<" + Line.class.getName() + ">",
                "method=order(java.util.List<",
                "pieces");
        assertFails(call("order", "[{\"@class\":\"java.lang.Thread\"}]", "true"), "argument=1", "java.lang.Thread");
    }

    @Test
    void methodsAreChosenByNameCountAndTypes() {
        assertFails(
                call("add", "1", "2"),
                "several methods are meant",
                "add(int,int), add(java.lang.String,java.lang.String)");
        assertFails(call("add", "1"), "wrong number of arguments: arguments=1");
        assertFails(call("sub", "1"), "no such method: method=sub", "count()");
        assertFails(call("add(int,long)", "1", "2"), "no such method: method=add(int,long)");
        assertFails(call("add(int", "1"), "method is malformed");
        assertThat(call("add(java.lang.String,java.lang.String)", "\"a\"", "\"b\"")
                        .out())
                .containsExactly("ab");
    }

    @Test
    void failuresAreToldByTypeAndMessage() {
        assertFails(
                call("fail", "\"out of paper\""),
                "method=fail(java.lang.String)",
                "IllegalStateException",
                "out of paper");
        assertThat(call("fail", "null").err())
                .singleElement()
                .asString()
                .endsWith("method=fail(java.lang.String), IllegalStateException");
        assertFails(call("failByName"), "method=failByName()", OwnException.class.getName(), "out of ink");
        assertFails(call("never", "--timeout", "50ms"), "method=never()", "DeadlineExceededException");
    }

    @Test
    void failureOfStreamIsToldBehindItsItems() {
        CommandRun run = call("broken");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsExactly("1");
        assertThat(run.err()).singleElement().asString().contains("method=broken()", "out of ink");
    }

    @Test
    void wrongUsageIsRefused() {
        assertThat(call("never", "--timeout", "soon").err().getFirst()).contains("is no time");
        assertThat(call("never", "--timeout", "0s").exitCode()).isEqualTo(2);
        assertThat(call("endless", "--items", "0").exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("call", server.address().toString(), "shop").exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("call", server.address() + "?encoding=cbor", "shop", "count")
                        .err()
                        .getFirst())
                .contains("encoding");
    }

    @Test
    void unknownNameAndServerAreToldInOneLine() {
        assertThat(CommandRun.of("call", server.address().toString(), "nobody", "count")
                        .err())
                .singleElement()
                .asString()
                .contains("nobody");
        server.close(Duration.ZERO);
        assertThat(call("count").exitCode()).isEqualTo(1);
    }

    @Test
    void showsItsToken() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "sesame\n");
        try (Server guarded = Server.builder(system)
                .publish("shop", Shop.class, system.spawn(Shop.class, Keeper::new))
                .authenticator(Authenticator.tokens(Map.of("sesame", Principal.of("Ada"))))
                .listen("tellask://127.0.0.1:0")
                .start()) {
            assertThat(CommandRun.of(
                                    "call",
                                    "--token-file",
                                    token.toString(),
                                    guarded.address().toString(),
                                    "shop",
                                    "count")
                            .out())
                    .containsExactly("0");
            assertThat(CommandRun.of("call", guarded.address().toString(), "shop", "count")
                            .exitCode())
                    .isEqualTo(1);
        }
    }
}

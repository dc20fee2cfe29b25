package io.tellask.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the hostile test notices what should not happen. */
@Order(2)
class HostileTestTest {
    private static final long MILLIS = 300;

    @TempDir
    private Path folder;

    @Test
    void noticesADeadServerAndGoesOnWithAnother() throws Exception {
        try (HostileTest test = newTest(AttackBounds.defaults())) {
            Verdict killed = test.run(
                    List.of(kind(setting -> {
                        ProcessHandle.of(setting.server().pid()).orElseThrow().destroyForcibly();
                        return new AttackTally();
                    })),
                    MILLIS);
            assertThat(killed.failures()).anyMatch(failure -> failure.contains("has ended"));
            assertThat(killed.failures()).anyMatch(failure -> failure.contains("faults="));

            Verdict harmless = test.run(List.of(kind(setting -> new AttackTally())), MILLIS);
            assertThat(harmless.failures()).isEmpty();
            assertThat(harmless.bystanderTurns()).isPositive();
        }
    }

    @Test
    void noticesAWrongValue() throws Exception {
        try (HostileTest test = newTest(AttackBounds.defaults())) {
            Verdict verdict = test.run(
                    List.of(kind(setting -> {
                        try (RespConnection connection =
                                new RespConnection(setting.server().respAddress(), 8_000)) {
                            while (!setting.isOver()) {
                                for (int key = 0; key < 64; key++) {
                                    connection.call("SET", "bystander:" + key, "something else");
                                }
                            }
                        }
                        return new AttackTally();
                    })),
                    TimeUnit.SECONDS.toMillis(1));
            assertThat(verdict.failures()).anyMatch(failure -> failure.contains("instead of"));
            assertThat(verdict.details(7)).contains("seed=7");
        }
    }

    @Test
    void noticesMemoryAndSocketsThatStay() throws Exception {
        AttackBounds strict = new AttackBounds("256m", 1_000, 8_000, -1L << 40, -1, folder.resolve("dumps"), 1_000);
        try (HostileTest test = newTest(strict)) {
            Verdict verdict = test.run(List.of(kind(setting -> new AttackTally())), MILLIS);
            assertThat(verdict.failures())
                    .anyMatch(failure -> failure.startsWith("heap: live bytes="))
                    .anyMatch(failure -> failure.startsWith("log: bytes="));
            try (Stream<Path> dumps = Files.list(folder.resolve("dumps"))) {
                assertThat(dumps)
                        .singleElement()
                        .satisfies(dump -> assertThat(dump).binaryContent().startsWith("JAVA PROFILE".getBytes(UTF_8)));
            }
        }
    }

    @Test
    void noticesAnExhaustedHeapHoweverMuchIsLoggedBehindIt() throws Exception {
        try (HostileTest test = newTest(AttackBounds.defaults())) {
            Verdict verdict = test.run(
                    List.of(kind(setting -> {
                        Path log = folder.resolve("server0").resolve("log");
                        Files.writeString(log, "OutOfMemoryError" + "x".repeat(5_000), StandardOpenOption.APPEND);
                        return new AttackTally();
                    })),
                    MILLIS);
            assertThat(verdict.failures()).singleElement().asString().startsWith("the heap was exhausted");
        }
    }

    @Test
    void findsThreadsThatAreGone() {
        ServerVitals before = new ServerVitals(
                0, 0, java.util.Map.of("tellask-io-#", 2, "tellask-resp-#", 1, "Thread-#", 1), 0, List.of());
        ServerVitals after =
                new ServerVitals(0, 0, java.util.Map.of("tellask-io-#", 1, "tellask-resp-#", 1), 0, List.of());
        assertThat(after.lostSince(before)).containsExactly("tellask-io-#");
    }

    @Test
    void readsReasonsAndReferencesHoweverTheyAreSplit() {
        byte[] bytes = NativeFrames.join(
                NativeFrames.ping(3),
                NativeFrames.frame(NativeFrames.ANSWER_REFERENCE, new byte[6]),
                NativeFrames.body().varint(1).text("too much").frame(NativeFrames.CLOSE));
        for (int split = 0; split <= bytes.length; split++) {
            ReplyScanner scanner = ReplyScanner.of(AttackKind.Port.NATIVE);
            scanner.scan(bytes, split);
            byte[] rest = java.util.Arrays.copyOfRange(bytes, split, bytes.length);
            scanner.scan(rest, rest.length);
            assertThat(scanner.references()).isEqualTo(1);
            assertThat(scanner.reason()).isEqualTo("too much");
        }
        ReplyScanner replies = ReplyScanner.of(AttackKind.Port.RESP);
        byte[] text = "+OK\r\n-ERR no\r\n".getBytes(UTF_8);
        replies.scan(text, text.length);
        assertThat(replies.reason()).isEqualTo("-ERR no");
    }

    private HostileTest newTest(AttackBounds bounds) {
        return new HostileTest(folder, bounds.withSlowestMillis(8_000), 1);
    }

    private static AttackKind kind(Attack attack) {
        return new AttackKind("made-up", AttackKind.Port.RESP, "something", 10, attack);
    }
}

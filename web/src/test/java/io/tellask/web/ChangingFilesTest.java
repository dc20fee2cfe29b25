package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpResponse;
import io.tellask.test.Rounds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are replaced while they are asked for. */
class ChangingFilesTest {
    private static final int SIZE = 20_000;

    @TempDir
    private Path folder;

    /** One letter a version, so that a mix of two is seen. */
    private void replace(int version) throws Exception {
        Path next = folder.resolve("next.tmp");
        Files.writeString(next, Character.toString('a' + version % 26).repeat(SIZE));
        Files.move(next, folder.resolve("a.txt"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void anAnswerIsOneVersionAndSoIsItsTag() throws Exception {
        replace(0);
        for (int held : new int[] {1 << 20, 100}) {
            Website site = Website.builder()
                    .resources(ResourcePath.builder().folder(folder).build())
                    .mode(WebMode.PRODUCTION)
                    .limits(WebLimits.DEFAULT.heldFileBytes(held))
                    .build();
            AtomicBoolean done = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int version = 1; !done.get(); version++) {
                    try {
                        replace(version);
                    } catch (Exception failure) {
                        throw new AssertionError(failure);
                    }
                }
            });
            try {
                checkAnswers(site, held > SIZE);
            } finally {
                done.set(true);
                writer.join();
            }
        }
    }

    /** An answer of a long file may break off; one of a short file may not. */
    private static void checkAnswers(Website site, boolean whole) {
        Map<String, String> byTag = new HashMap<>();
        for (int round = 0; round < Rounds.of(500, 20_000); round++) {
            HttpResponse answer = ask(site, "GET", "/a.txt");
            if (answer.status() == FakeExchange.BROKEN_OFF) {
                assertThat(whole).isFalse();
                continue;
            }
            assertThat(answer.status()).isEqualTo(200);
            String body = new String(answer.body(), StandardCharsets.UTF_8);
            assertThat(body).hasSize(SIZE).isEqualTo(body.substring(0, 1).repeat(SIZE));
            if (whole) {
                assertThat(byTag.merge(
                                answer.headers().first("etag"),
                                body,
                                (one, other) -> one.equals(other) ? one : "two versions"))
                        .isEqualTo(body);
            }
        }
    }

    @Test
    void theLastChangeIsAlwaysSeen() throws Exception {
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(folder).build())
                .mode(WebMode.PRODUCTION)
                .build();
        for (int version = 0; version < Rounds.of(200, 5_000); version++) {
            Files.writeString(
                    folder.resolve("b.txt"),
                    Integer.toString(1_000 + version)); // of the same length, often within a millisecond
            assertThat(FakeExchange.text(ask(site, "GET", "/b.txt"))).isEqualTo(Integer.toString(1_000 + version));
        }
    }
}

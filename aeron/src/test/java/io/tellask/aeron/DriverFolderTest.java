package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Folders of drivers and their locks, which a process loses with the first channel to such a file that it closes. */
@Timeout(60)
class DriverFolderTest {
    private static final int ROUNDS = 500;

    @Test
    void foldersAreMadeWhileThoseLeftBehindAreLookedFor() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> looking = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                deleteLeftBehind();
            }
        });
        try {
            for (int i = 0; i < ROUNDS; i++) {
                DriverFolder folder = DriverFolder.temporary(URI.create("aeron-udp://127.0.0.1:0"));
                assertThat(folder.driver().getParent()).isDirectory();
                folder.delete();
                assertThat(folder.driver().getParent()).doesNotExist();
            }
        } finally {
            over.set(true);
            looking.get(30, TimeUnit.SECONDS);
        }
    }

    private static void deleteLeftBehind() {
        try {
            DriverFolder.deleteLeftBehind();
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}

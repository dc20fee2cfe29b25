package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of {@code docs/STORE_FORMAT.md}: this release writes them byte for byte and reads them.
 *
 * <p>The folder {@code golden/v0} holds a store of strings, made by {@link #write} on an identity of known numbers.
 */
class GoldenFilesTest {
    private static final String[] FILES = {"STORE", "segment-00000000.log", "CHECKPOINT"};
    private static final StoreIdentity IDENTITY =
            new StoreIdentity(new UUID(0x0123456789ABCDEFL, 0x8899AABBCCDDEEFFL), 0x5EEDL, "string", "string");

    @TempDir
    Path directory;

    /** Argument: the folder to write the golden files to. */
    public static void main(String[] arguments) throws IOException {
        write(Files.createDirectories(Path.of(arguments[0])));
        Files.delete(Path.of(arguments[0], "LOCK"));
    }

    private static void write(Path target) throws IOException {
        IDENTITY.write(target, new StoreFiles());
        try (DurableMap<String, String> map = open(target)) {
            map.put("u1", "Ada");
            map.put("u2", "Grüße");
            map.put("u1", "Grace");
            map.remove("u2");
        }
    }

    private static DurableMap<String, String> open(Path target) {
        return DurableMap.builder(target, String.class, String.class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096))
                .open();
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = GoldenFilesTest.class.getResourceAsStream("/golden/v0/" + name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void writesTheGoldenBytes() throws IOException {
        write(directory);
        for (String name : FILES) {
            byte[] written = Files.readAllBytes(directory.resolve(name));
            assertThat(Arrays.mismatch(written, golden(name)))
                    .as("first difference in " + name)
                    .isEqualTo(-1);
        }
    }

    @Test
    void readsTheGoldenFiles() throws IOException {
        for (String name : FILES) {
            Files.write(directory.resolve(name), golden(name));
        }
        for (boolean checkpoint : new boolean[] {true, false}) {
            try (DurableMap<String, String> map = open(directory)) {
                assertThat(map.recovery().fromCheckpoint()).isEqualTo(checkpoint);
                assertThat(map.size()).isEqualTo(1);
                assertThat(map.get("u1")).isEqualTo("Grace");
                assertThat(map.get("u2")).isNull();
            }
            Files.delete(directory.resolve(Checkpoint.FILE));
        }
    }
}

package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.index.Recovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of {@code docs/STORE_FORMAT.md}: this release writes them byte for byte and reads them.
 *
 * <p>The folder {@code golden/v2} holds a store of strings, made by {@link #write} on an identity of known numbers; {@code golden/v1} one
 * of the release before, without the files {@code END} and {@code WRITTEN}, {@code golden/v0} one of an earlier release, whose checkpoint is not
 * used any more.
 */
class GoldenFilesTest {
    private static final String[] OLD_FILES = {"STORE", "segment-00000000.log", "CHECKPOINT"};
    private static final String[] FILES = {"STORE", "segment-00000000.log", "CHECKPOINT", "END", "WRITTEN"};
    private static final String[] OLD_COMPACTED = {"STORE", "segment-00000000.log", "segment-00000002.log"};
    private static final String[] COMPACTED = {"STORE", "segment-00000000.log", "segment-00000002.log", "END", "WRITTEN"
    };
    private static final StoreIdentity IDENTITY =
            new StoreIdentity(new UUID(0x0123456789ABCDEFL, 0x8899AABBCCDDEEFFL), 0x5EEDL, "string", "string");

    private static final Instant EXPIRY = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    Path directory;

    /** Argument: the folder to write the golden files to. */
    public static void main(String[] arguments) throws IOException {
        write(Files.createDirectories(Path.of(arguments[0], "v2")));
        writeCompacted(Files.createDirectories(Path.of(arguments[0], "v2-compacted")));
        for (String folder : new String[] {"v2", "v2-compacted"}) {
            Files.delete(Path.of(arguments[0], folder, "LOCK"));
        }
    }

    private static void write(Path target) throws IOException {
        Recovery.create(target, IDENTITY, new StoreFiles());
        try (DurableMap<String, String> map = open(target)) {
            map.put("u1", "Ada");
            map.put("u2", "Grüße");
            map.put("u1", "Grace");
            map.remove("u2");
            map.put("u3", "Lin", EXPIRY);
            map.batch()
                    .put("u4", "Alan")
                    .put("u5", "Edsger", EXPIRY)
                    .remove("u1")
                    .commit();
        }
    }

    /** Two full segments and a part of a third; the full ones become one, with a removal that hides nothing left out. */
    private static void writeCompacted(Path target) throws IOException {
        Recovery.create(target, IDENTITY, new StoreFiles());
        try (DurableMap<String, String> map = open(target)) {
            map.batch().put("u1", "Ada").put("u2", "Grace").commit();
            map.remove("u2");
            map.put("large1", "x".repeat(3000));
            map.put("large1", "y".repeat(3000));
            map.put("large2", "z".repeat(3000));
            map.put("large1", "now small");
            map.compact();
        }
        Files.delete(target.resolve(Checkpoint.FILE));
    }

    private static DurableMap<String, String> open(Path target) {
        return DurableMap.builder(target, String.class, String.class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096))
                .compaction(Compaction.defaults().withAutomatic(false))
                .open();
    }

    private static byte[] golden(String version, String name) throws IOException {
        try (InputStream in = GoldenFilesTest.class.getResourceAsStream("/golden/" + version + "/" + name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void writesTheGoldenBytes() throws IOException {
        write(directory);
        for (String name : FILES) {
            byte[] written = Files.readAllBytes(directory.resolve(name));
            assertThat(Arrays.mismatch(written, golden("v2", name)))
                    .as("first difference in " + name)
                    .isEqualTo(-1);
        }
    }

    @Test
    void writesTheGoldenBytesOfARewrittenSegment() throws IOException {
        writeCompacted(directory);
        assertThat(new StoreImage(directory).segments())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(COMPACTED[1], COMPACTED[2]);
        for (String name : COMPACTED) {
            byte[] written = Files.readAllBytes(directory.resolve(name));
            assertThat(Arrays.mismatch(written, golden("v2-compacted", name)))
                    .as("first difference in " + name)
                    .isEqualTo(-1);
        }
    }

    @Test
    void readsTheGoldenFilesOfARewrittenSegment() throws IOException {
        copyGolden("v2-compacted", COMPACTED);
        readsCompacted();
    }

    @Test
    void readsTheGoldenFilesOfARewrittenSegmentOfAnEarlierRelease() throws IOException {
        copyGolden("v1-compacted", OLD_COMPACTED);
        readsCompacted();
        readsCompacted();
    }

    private void readsCompacted() {
        try (DurableMap<String, String> map = open(directory)) {
            assertThat(map.size()).isEqualTo(3);
            assertThat(map.getVersioned("u1")).isEqualTo(new Versioned<>("Ada", 2, null));
            assertThat(map.get("large1")).isEqualTo("now small");
            assertThat(map.get("large2")).isEqualTo("z".repeat(3000));
        }
    }

    @Test
    void readsTheGoldenFiles() throws IOException {
        copyGolden("v2", FILES);
        readsWithAndWithoutCheckpoint();
    }

    @Test
    void readsTheGoldenFilesOfTheReleaseBefore() throws IOException {
        copyGolden("v1", OLD_FILES);
        readsWithAndWithoutCheckpoint();
        assertThat(directory.resolve("END")).exists();
        assertThat(StoreIdentity.read(directory)).isEqualTo(IDENTITY);
    }

    private void readsWithAndWithoutCheckpoint() throws IOException {
        for (boolean checkpoint : new boolean[] {true, false}) {
            try (DurableMap<String, String> map = open(directory)) {
                assertThat(map.recovery().fromCheckpoint()).isEqualTo(checkpoint);
                assertThat(map.size()).isEqualTo(3);
                assertThat(map.get("u1")).isNull();
                assertThat(map.get("u2")).isNull();
                assertThat(map.getVersioned("u3")).isEqualTo(new Versioned<>("Lin", 5, EXPIRY));
                assertThat(map.getVersioned("u4")).isEqualTo(new Versioned<>("Alan", 7, null));
                assertThat(map.getVersioned("u5")).isEqualTo(new Versioned<>("Edsger", 8, EXPIRY));
            }
            Files.delete(directory.resolve(Checkpoint.FILE));
        }
    }

    @Test
    void readsTheGoldenFilesOfAnEarlierRelease() throws IOException {
        copyGolden("v0", OLD_FILES);
        try (DurableMap<String, String> map = open(directory)) {
            assertThat(map.recovery().fromCheckpoint()).isFalse();
            assertThat(map.size()).isEqualTo(1);
            assertThat(map.get("u1")).isEqualTo("Grace");
            assertThat(map.get("u2")).isNull();
        }
    }

    private void copyGolden(String version, String[] names) throws IOException {
        for (String name : names) {
            Files.write(directory.resolve(name), golden(version, name));
        }
    }
}

package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that somebody cuts short under an open map, met by code in every state of compilation: the virtual machine tells it some time later. */
class CutFileTest {
    private static final String VALUE = "v".repeat(40);
    private static final int WARM_KEYS = 2_000;

    @TempDir
    private Path directory;

    private DurableMap<Integer, String> open() {
        return DurableMap.builder(directory, Integer.class, String.class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4 << 20).withSegmentBytes(4 << 20))
                .durability(Durability.BUFFERED)
                .open();
    }

    private void cut(String name, long bytes) throws IOException {
        try (FileChannel file = FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            file.truncate(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 1_000, 5_000, 15_000, 25_000})
    void makesTheMapReadOnlyHoweverOftenItWasWrittenBefore(int puts) throws IOException {
        for (String name : new String[] {"segment-00000000.log", "WRITTEN"}) {
            try (DurableMap<Integer, String> map = open()) {
                for (int i = 0; i < puts; i++) {
                    map.put(i % WARM_KEYS, VALUE);
                }
                cut(name, 4096);
                int late = WARM_KEYS + 1;
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 200; i++) {
                                map.put(late, VALUE);
                            }
                        })
                        .as(name)
                        .isInstanceOf(StoreReadOnlyException.class);
                assertThatThrownBy(() -> map.remove(late)).isInstanceOf(StoreReadOnlyException.class);
            }
            deleteAll();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 1_000, 5_000, 25_000})
    void refusesReadsOfWhatIsGoneHoweverOftenTheyWereDone(int reads) throws IOException {
        try (DurableMap<Integer, String> map = open()) {
            for (int i = 0; i < WARM_KEYS; i++) {
                map.put(i, VALUE);
            }
            for (int i = 0; i < reads; i++) {
                assertThat(map.get(i % WARM_KEYS)).isEqualTo(VALUE);
            }
            cut("segment-00000000.log", 4096);
            for (int i = WARM_KEYS / 2; i < WARM_KEYS; i++) {
                int key = i;
                assertThatThrownBy(() -> map.get(key)).isInstanceOf(StoreIoException.class);
                assertThatThrownBy(() -> map.containsKey(key)).isInstanceOf(StoreIoException.class);
            }
        }
    }

    private void deleteAll() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}

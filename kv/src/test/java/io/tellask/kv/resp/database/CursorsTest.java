package io.tellask.kv.resp.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk that fails halfway leaves no scan open, which would use up what all scans may keep of replaced records. */
class CursorsTest {
    private static final int KEYS = 50;

    @TempDir
    private Path directory;

    @Test
    void anErrorInAStepClosesItsScan() {
        try (DurableMap<byte[], byte[]> map = DurableMap.builder(directory.resolve("map"), byte[].class, byte[].class)
                .limits(StoreLimits.defaults().withScanReplacements(2 * KEYS))
                .open()) {
            replaceAll(map);
            Cursors cursors = new Cursors();
            long cursor = cursor(cursors.walk(map, 0, 5, Instant::now, () -> {}, key -> true));
            assertThat(cursors.count()).isEqualTo(1);
            assertThatThrownBy(() -> cursor(cursors.walk(map, cursor, 5, Instant::now, () -> {}, key -> fail())))
                    .isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> cursor(cursors.walk(map, 0, 5, Instant::now, () -> {}, key -> fail())))
                    .isInstanceOf(AssertionError.class);
            assertThat(cursors.count()).isZero();
            for (int i = 0; i < 3; i++) {
                replaceAll(map);
            }
            try (Scan<byte[], byte[]> scan = map.scan()) {
                assertThat(scan.next()).isTrue();
                replaceAll(map);
                List<byte[]> others = new ArrayList<>();
                while (scan.next()) {
                    others.add(scan.key());
                }
                assertThat(others).hasSize(KEYS - 1);
            }
            cursors.close();
        }
    }

    private static long cursor(Cursors.Step step) {
        boolean ended = false;
        while (!ended) {
            ended = step.goOn(KeySearch.PORTION_BYTES);
        }
        return step.cursor();
    }

    private static boolean fail() {
        throw new AssertionError("as asked");
    }

    private static void replaceAll(DurableMap<byte[], byte[]> map) {
        for (int i = 0; i < KEYS; i++) {
            map.put(new byte[] {(byte) i}, new byte[] {1});
        }
    }
}

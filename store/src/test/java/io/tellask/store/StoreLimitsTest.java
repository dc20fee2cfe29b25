package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLimitsTest {
    @TempDir
    Path directory;

    @Test
    void holdsTheDocumentedDefaults() {
        assertThat(StoreLimits.defaults())
                .isEqualTo(new StoreLimits(32 << 10, 16 << 20, 64 << 20, 256 << 10, 1_000_000, 64 << 20, 16 << 20));
    }

    @Test
    void refusesSegmentSizesOutOfRange() {
        StoreLimits.defaults().withSegmentBytes(256 << 20);
        assertThatThrownBy(() -> StoreLimits.defaults().withSegmentBytes((256 << 20) + 4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("segmentBytes=268439552");
        assertThatThrownBy(() -> StoreLimits.defaults().withFirstSegmentBytes(4096 + 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multiples of 4096");
        assertThatThrownBy(() -> StoreLimits.defaults().withFirstSegmentBytes(4095))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesANegativeCountOfBytesForScans() {
        assertThat(StoreLimits.defaults().withScanRetainedBytes(0).scanRetainedBytes())
                .isZero();
        assertThatThrownBy(() -> StoreLimits.defaults().withScanRetainedBytes(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scanRetainedBytes=-1");
    }

    @Test
    void refusesKeysAndValuesThatNoSegmentHolds() {
        int room = (int) SegmentLayout.roomOf(1 << 20) - RecordLayout.HEADER - 8;
        StoreLimits fitting = new StoreLimits(24, room - 24, 1 << 20, 4096, 10, 0, 1 << 20);
        assertThatThrownBy(() -> fitting.withValueBytes(room - 24 + 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("room of one segment");
        assertThatThrownBy(() -> StoreLimits.defaults().withKeyBytes(1 << 24))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fillsASegmentWithOneRecordToTheLastByte() {
        int room = (int) SegmentLayout.roomOf(4096) - RecordLayout.HEADER - Long.BYTES;
        StoreLimits limits = new StoreLimits(4, room - 4, 4096, 4096, 10, 0, 1 << 10);
        Instant expiry = Instant.now().plusSeconds(3600);
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .limits(limits)
                .open()) {
            map.put(1, new byte[room - 4], expiry);
            map.put(2, new byte[room - 4], expiry);
            assertThat(map.get(1)).hasSize(room - 4);
            assertThat(map.statistics().allocatedBytes()).isEqualTo(2 * 4096);
            assertThatThrownBy(() -> map.put(3, new byte[room - 3])).isInstanceOf(StoreLimitException.class);
        }
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.size()).isEqualTo(2);
        }
    }
}

package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers' code throws in the middle of a read reaches the caller, also where compaction unmaps what was being read meanwhile. */
class CallbackFailureTest {
    private static final int KEYS = 500;
    private static final String KEY = "k1";

    @TempDir
    private Path directory;

    private DurableMap<String, byte[]> map;
    private int calls;

    @BeforeEach
    void open() {
        map = DurableMap.builder(directory, String.class, byte[].class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10))
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .open();
        fill();
    }

    @AfterEach
    void close() {
        map.close();
    }

    private void fill() {
        for (int i = 0; i < KEYS; i++) {
            map.put("k" + i, new byte[100]);
        }
    }

    /** Takes from under a callback what it is reading; fails rather than be called for ever. */
    private void unmap() {
        assertThat(++calls).isLessThan(4);
        fill();
        map.compact();
    }

    private Object view(Function<MemorySegment, Object> afterUnmapping) {
        return map.view(KEY, value -> {
            unmap();
            return afterUnmapping.apply(value);
        });
    }

    @Test
    void anIllegalStateIsThrownWhenItIsThrownOfACopyToo() {
        assertThatThrownBy(() -> view(value -> {
                    throw new IllegalStateException("mine");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void anIllegalStateIsThrownAtOnceWhileTheValueIsMapped() {
        try (Scan<String, byte[]> holder = map.scan()) {
            assertThat(holder.next()).isTrue();
            assertThatThrownBy(() -> view(value -> {
                        throw new IllegalStateException("mine");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("mine");
        }
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void anIndexOutOfBoundsIsThrownAtOnce() {
        assertThatThrownBy(() -> view(value -> {
                    throw new IndexOutOfBoundsException("mine");
                }))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("mine");
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void aCallbackThatHasItsValueUnmappedEachTimeGetsACopy() {
        assertThat(view(value -> value.get(ValueLayout.JAVA_BYTE, 0))).isEqualTo((byte) 0);
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void aTargetWithoutRoomIsAskedOnce() {
        assertThatThrownBy(() -> map.copyTo(KEY, new Target())).isInstanceOf(IllegalStateException.class);
        assertThat(calls).isEqualTo(1);
    }

    private final class Target implements ValueTarget {
        @Override
        public void room(int valueBytes) {
            unmap();
            throw new IllegalStateException("no room");
        }

        @Override
        public byte[] array() {
            return new byte[0];
        }

        @Override
        public int offset() {
            return 0;
        }
    }
}

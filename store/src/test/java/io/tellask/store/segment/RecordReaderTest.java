package io.tellask.store.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Thousands of readers may be open that have not had their turn, or wait for a change that never comes. */
class RecordReaderTest {
    private static final int NOTHING = 64;

    private final RecordReader reader = new RecordReader();

    private void readTo(int end) {
        reader.start(MemorySegment.ofArray(new byte[1 << 20]), 0, end);
        assertThat(reader.next()).isEqualTo(RecordReader.Step.END);
    }

    @Test
    void hasNoArrayBeforeItReads() {
        assertThat(reader.array).hasSizeLessThan(NOTHING);
        reader.start(MemorySegment.ofArray(new byte[1 << 20]), 0, 1 << 20);
        assertThat(reader.array).hasSizeLessThan(NOTHING);
    }

    @Test
    void takesNoMoreThanIsThereToRead() {
        readTo(100);
        assertThat(reader.array.length).isBetween(100, 8 << 10);
        readTo(1 << 20);
        assertThat(reader.array.length).isBetween(32 << 10, 36 << 10);
    }

    @Test
    void givesItsArrayBackToRest() {
        readTo(1 << 20);
        reader.rest();
        assertThat(reader.array).hasSizeLessThan(NOTHING);
        assertThat(reader.next()).isEqualTo(RecordReader.Step.END);
    }
}

package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnansweredCallsTest {
    private final UnansweredCalls calls = new UnansweredCalls();

    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 16, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, -1, 5 << 16 | 1_023, 5 << 16 | 1_024})
    void settlesEachCallOnce(int callId) {
        assertThat(calls.isOpen(callId)).isFalse();
        assertThat(calls.open(callId)).isTrue();
        assertThat(calls.isOpen(callId)).isTrue();
        assertThat(calls.settle(callId)).isTrue();
        assertThat(calls.isOpen(callId)).isFalse();
        assertThat(calls.settle(callId)).isFalse();
    }

    @Test
    void refusesSecondCallInTheSameSlot() {
        calls.open(1 << 16 | 7);
        assertThat(calls.open(2 << 16 | 7)).isFalse();
        assertThat(calls.isOpen(1 << 16 | 7)).isTrue();
        calls.settle(1 << 16 | 7);
        assertThat(calls.open(2 << 16 | 7)).isTrue();
        assertThat(calls.settle(1 << 16 | 7)).isFalse();
    }

    @Test
    void neverHoldsTheIdThatTellsHave() {
        assertThat(calls.isOpen(0)).isFalse();
        calls.open(1 << 16);
        calls.settle(1 << 16);
        assertThat(calls.isOpen(0)).isFalse();
        assertThat(calls.settle(0)).isFalse();
    }

    @Test
    void holdsSegmentsInProportionToTheUnansweredCalls() {
        for (int round = 1; round <= 3; round++) {
            for (int slot = 0; slot < 0x1_0000; slot += 64) {
                calls.open(round << 16 | slot);
                calls.settle(round << 16 | slot);
                assertThat(calls.segmentsInUse()).isLessThanOrEqualTo(32);
            }
        }
        for (int slot = 0; slot < 0x1_0000; slot += 64) {
            calls.open(4 << 16 | slot);
        }
        assertThat(calls.segmentsInUse()).isEqualTo(1_024);
    }
}

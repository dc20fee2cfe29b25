package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnansweredCallsTest {
    private static final DeferredAnswer NOT_ASKED = new DeferredAnswer(null, 0, 0);

    private final PeerMemory budget = new PeerMemory(1 << 30);
    private final MemoryHolder memory = budget.open(new Peer(), 0);
    private final UnansweredCalls calls = new UnansweredCalls(memory);

    private record Peer() implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "peer";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }

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
    void holdsSegmentsInProportionToTheUnansweredCallsWhereTheBudgetIsTight() {
        MemoryHolder another = budget.open(new Peer(), 0);
        another.add((1 << 29) + 1);
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
        assertThat(memory.bytes()).isEqualTo((1_024 - 32) * UnansweredCalls.SEGMENT_BYTES);
    }

    @Test
    void givesEmptySegmentsBackInSilence() {
        for (int slot = 0; slot < 0x1_0000; slot++) {
            calls.open(1 << 16 | slot);
            if (slot != 77 * 64) {
                calls.settle(1 << 16 | slot);
            }
        }
        assertThat(calls.segmentsInUse()).isEqualTo(1_024);
        calls.shrink();
        assertThat(calls.segmentsInUse()).isEqualTo(1);
        assertThat(calls.isOpen(1 << 16 | 77 * 64)).isTrue();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void countsWhatIsToAnswerLaterInStepsUntilItIsSettled() {
        int most = 32 * 64;
        for (int slot = 1; slot <= most - 1; slot++) {
            calls.open(1 << 16 | slot);
            assertThat(calls.defer(1 << 16 | slot, NOT_ASKED)).isTrue();
            assertThat((long) slot * UnansweredCalls.DEFERRED_BYTES - memory.bytes())
                    .isBetween(0L, (long) MemoryHolder.STEP_BYTES);
        }
        for (int slot = 1; slot <= most - 1; slot++) {
            calls.settle(1 << 16 | slot);
            calls.settle(1 << 16 | slot);
        }
        assertThat(memory.bytes()).isLessThan(MemoryHolder.STEP_BYTES);
    }

    @Test
    void keepsNothingForLaterOnceTheSessionHasEnded() {
        calls.open(1 << 16 | 1);
        calls.open(1 << 16 | 2);
        calls.defer(1 << 16 | 1, NOT_ASKED);
        calls.end();
        assertThat(calls.defer(1 << 16 | 2, NOT_ASKED)).isFalse();
        assertThat(calls.takeDeferred(0)).containsOnlyOnce(NOT_ASKED);
        assertThat(calls.takeDeferred(0)).isNull();
    }
}

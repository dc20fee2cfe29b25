package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallsTest {
    private static int open(Calls calls) {
        RemotePromise promise = new RemotePromise(null, 0);
        promise.callId = calls.nextId();
        calls.place(promise.callId, promise);
        return promise.callId;
    }

    private static void settle(Calls calls, int callId) {
        calls.remove(callId);
        calls.release();
    }

    @Test
    void neverUsesTheIdThatTellsHave() {
        Calls calls = new Calls(1);
        for (int i = 0; i < 200_000; i++) {
            int callId = open(calls);
            assertThat(callId).isNotZero();
            settle(calls, callId);
        }
    }

    @Test
    void hasRoomUpToTheLimit() {
        Calls calls = new Calls(1_500);
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 1_500; i++) {
            assertThat(calls.hasRoom()).isTrue();
            ids.add(open(calls));
        }
        assertThat(ids).hasSize(1_500);
        assertThat(calls.hasRoom()).isFalse();
        settle(calls, ids.iterator().next());
        assertThat(calls.hasRoom()).isTrue();
    }

    @Test
    void lowersTheLimitToThePeers() {
        Calls calls = new Calls(10);
        calls.lowerLimit(3);
        calls.lowerLimit(7);
        for (int i = 0; i < 3; i++) {
            open(calls);
        }
        assertThat(calls.hasRoom()).isFalse();
        assertThat(calls.limit()).isEqualTo(3);
    }

    @Test
    void findsNobodyUnderEarlierIdOfTheSameSlot() {
        Calls calls = new Calls(1);
        int first = open(calls);
        assertThat(calls.find(first)).isNotNull();
        settle(calls, first);
        assertThat(calls.find(first)).isNull();
        int second = open(calls);
        assertThat(second & 0xFFFF).isEqualTo(first & 0xFFFF);
        assertThat(calls.find(first)).isNull();
        assertThat(calls.find(second)).isNotNull();
    }

    @Test
    void findsNobodyUnderIdsThatWereNeverGiven() {
        Calls calls = new Calls(10);
        assertThat(calls.find(1 << 16)).isNull();
        open(calls);
        for (int callId : new int[] {0, 1, -1, 0xFFFF, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(calls.find(callId)).as("callId=" + callId).isNull();
        }
    }

    @Test
    void doesNotReuseSlotAtOnceWhileOthersAreFree() {
        Calls calls = new Calls(100);
        int first = open(calls);
        settle(calls, first);
        for (int i = 0; i < 99; i++) {
            assertThat(open(calls) & 0xFFFF).isNotEqualTo(first & 0xFFFF);
        }
        assertThat(open(calls) & 0xFFFF).isEqualTo(first & 0xFFFF);
    }
}

package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DispatcherThreadTest {
    @Test
    void knowsWhetherItServesTheSameAgain() {
        RunContext thread = new DispatcherThread(() -> {}, "never started").context();
        Object one = new Object();
        Object another = new Object();
        assertThat(thread.servesAgain(one)).isFalse();
        assertThat(thread.servesAgain(one)).isTrue();
        assertThat(thread.servesAgain(another)).isFalse();
        assertThat(thread.servesAgain(one)).isFalse();
        assertThat(thread.servesAgain(one)).isTrue();
    }
}

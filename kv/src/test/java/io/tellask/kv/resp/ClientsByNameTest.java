package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientsByNameTest {
    @Test
    void tableBecomesSmallAgainOnceMostNamesHaveGone() {
        ClientsByName<Integer, String> names = new ClientsByName<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(names.add(i, "client")).isTrue();
        }
        assertThat(names.add(1, "client")).as("added again").isFalse();
        for (int i = 1; i < 10_000; i++) {
            names.remove(i, "client");
        }
        assertThat(names.mostNames()).isLessThan(2_048);
        assertThat(names.all()).containsOnlyKeys(0);
        assertThat(names.of(0)).containsExactly("client");
    }
}

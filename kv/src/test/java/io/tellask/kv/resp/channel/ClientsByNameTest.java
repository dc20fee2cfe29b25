package io.tellask.kv.resp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
        assertThat(names.mostNames()).isLessThan(ClientsByName.PARTS * 40);
        assertThat(names.count()).isOne();
        assertThat(names.of(0)).containsExactly("client");
    }

    @Test
    void eachNameIsInOneOfTheParts() {
        ClientsByName<Integer, String> names = new ClientsByName<>();
        for (int i = 0; i < 10_000; i++) {
            names.add(i, "client");
        }
        List<Integer> found = new ArrayList<>();
        for (int part = 0; part < ClientsByName.PARTS; part++) {
            assertThat(names.names(part)).as("part %d", part).hasSizeLessThan(1_000);
            found.addAll(names.names(part));
        }
        assertThat(found).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(names.count()).isEqualTo(10_000);
    }
}

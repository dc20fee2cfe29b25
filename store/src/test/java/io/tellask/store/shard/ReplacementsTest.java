package io.tellask.store.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.StoreLimitException;
import org.junit.jupiter.api.Test;

/** What open scans remember is bounded for all of them together, and given back. */
class ReplacementsTest {
    private static final int LIMIT = 1_000_000;
    private static final int ADDRESSES = 1_000; // in 2,048 slots

    private final Replacements.Budget budget = new Replacements.Budget(3 * 8 * 2_048);

    private Replacements filled() {
        Replacements replaced = new Replacements(LIMIT, budget);
        for (int i = 1; i <= ADDRESSES; i++) {
            replaced.add(8L * i, 1);
        }
        return replaced;
    }

    @Test
    void knowsWhatWasAdded() {
        Replacements replaced = filled();
        for (int i = 1; i <= ADDRESSES; i++) {
            assertThat(replaced.contains(8L * i)).isTrue();
        }
        assertThat(replaced.contains(8L * (ADDRESSES + 1))).isFalse();
        assertThat(budget.heldBytes()).hasValue(8 * 2_048);
    }

    @Test
    void failsOnceAllTogetherTakeTooMuch() {
        Replacements first = filled();
        filled();
        filled();
        Replacements last = filled();
        assertThatThrownBy(() -> last.contains(8))
                .isInstanceOf(StoreLimitException.class)
                .hasMessageContaining("a 32nd of the heap");
        assertThat(first.contains(8)).isTrue();
        assertThat(budget.heldBytes()).hasValue(3 * 8 * 2_048);
    }

    @Test
    void givesBackWhatItHeld() {
        Replacements closed = filled();
        filled();
        filled();
        closed.forget();
        closed.forget();
        closed.add(8, 1);
        assertThat(budget.heldBytes()).hasValue(2 * 8 * 2_048);
        assertThat(filled().contains(8)).isTrue();
    }

    @Test
    void givesBackWhatItHeldWhereThereAreTooMany() {
        Replacements replaced = new Replacements(ADDRESSES, budget);
        for (int i = 1; i <= ADDRESSES + 1; i++) {
            replaced.add(8L * i, 1);
        }
        assertThatThrownBy(() -> replaced.contains(8)).hasMessageContaining("scanReplacements=" + ADDRESSES);
        assertThat(budget.heldBytes()).hasValue(0);
    }
}

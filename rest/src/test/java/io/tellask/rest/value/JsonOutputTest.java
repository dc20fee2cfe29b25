package io.tellask.rest.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What JSON takes of the heap while it grows. */
class JsonOutputTest {
    private final List<Integer> counted = new ArrayList<>();
    private int mostBytes = Integer.MAX_VALUE;

    private final OutputBudget budget = new OutputBudget() {
        @Override
        public void take(int bytes) {
            if (held() + bytes > mostBytes) {
                throw new IllegalStateException("full");
            }
            counted.add(bytes);
        }

        @Override
        public void give(int bytes) {
            counted.add(-bytes);
        }
    };

    private int held() {
        return counted.stream().mapToInt(Integer::intValue).sum();
    }

    private byte[] written(int bytes) {
        JsonOutput out = new JsonOutput(1 << 20, budget);
        for (int i = 0; i < bytes; i++) {
            out.ascii('7');
        }
        return out.finish();
    }

    @Test
    void arraysAreCountedBeyondTheLimitUntilTheyAreReplaced() {
        assertThat(written(JsonOutput.UNCOUNTED_BYTES)).hasSize(65_536);
        assertThat(counted).isEmpty();
        assertThat(written(JsonOutput.UNCOUNTED_BYTES + 1)).hasSize(65_537);
        assertThat(counted).containsExactly(131_072, 65_537, -131_072);
        counted.clear();
        assertThat(written(200_000)).hasSize(200_000);
        assertThat(counted).containsExactly(131_072, 262_144, -131_072, 200_000, -262_144);
    }

    @Test
    void nothingMoreIsAllocatedWhereThereIsNoRoom() {
        mostBytes = 131_072 + 65_537;
        assertThat(written(65_537)).hasSize(65_537);
        counted.clear();
        assertThatThrownBy(() -> written(65_538)).hasMessage("full");
        assertThat(counted).containsExactly(131_072);
    }
}

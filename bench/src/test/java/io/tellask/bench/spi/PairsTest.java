package io.tellask.bench.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairsTest {
    @Test
    void totalIsTheSumOfAllSums() {
        long total = 0;
        int first = 0;
        for (int i = 0; i < 20_001_234; i++) {
            total += Pairs.sum(first);
            first = Pairs.next(first);
        }

        assertThat(Pairs.total(20_001_234)).isEqualTo(total);
        assertThat(first).isEqualTo(1_234);
    }
}

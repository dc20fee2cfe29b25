package io.tellask.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakVerdictTest {
    private static final long MIB = 1 << 20;

    private static SoakVerdict verdict(int looks, IntFunction<SoakVitals> look) {
        SoakVerdict verdict = new SoakVerdict();
        IntStream.range(0, looks).mapToObj(look).forEach(verdict::add);
        return verdict;
    }

    private static SoakVitals vitals(long heap, long direct, long threads, long classes, long resident) {
        return new SoakVitals(heap, direct, threads, classes, resident);
    }

    @Test
    void whatStaysIsNoGrowthWhateverItsBeginning() {
        assertThat(verdict(
                                60,
                                i -> i < 15
                                        ? vitals(MIB, 0, 3, 100, 50 * MIB)
                                        : vitals(20 * MIB + i % 3 * MIB / 2, MIB, 20 + i % 2, 4_000, 300 * MIB))
                        .growth())
                .isEmpty();
    }

    @Test
    void eachKindIsHeldToItsLimit() {
        assertThat(verdict(60, i -> i < 50 ? vitals(20 * MIB, 0, 9, 1_000, 0) : vitals(22 * MIB, 0, 9, 1_000, 0))
                        .growth())
                .as("5 % and 1 MiB")
                .isEmpty();
        assertThat(verdict(60, i -> i < 45 ? vitals(20 * MIB, 0, 9, 1_000, 0) : vitals(22 * MIB + 1, 0, 9, 1_000, 0))
                        .growth())
                .containsExactly("heapBytes grew from 20971520 to 23068673, limit=23068672");
        assertThat(verdict(60, i -> vitals(0, MIB + i * MIB, 10 + i, 1_000 + 10 * i, i * 10 * MIB))
                        .growth())
                .hasSize(4)
                .satisfiesExactly(
                        direct -> assertThat(direct).startsWith("directBytes grew from "),
                        threads -> assertThat(threads).startsWith("threads grew from "),
                        classes -> assertThat(classes).startsWith("classes grew from "),
                        resident -> assertThat(resident).startsWith("residentBytes grew from "));
    }

    @Test
    void fewLooksAreNoVerdict() {
        assertThatThrownBy(verdict(SoakVerdict.LEAST_LOOKS - 1, i -> vitals(0, 0, 0, 0, 0))::growth)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("looks=7 < 8");
        assertThat(verdict(SoakVerdict.LEAST_LOOKS, i -> vitals(0, 0, 0, 0, 0)).growth())
                .isEmpty();
    }
}

package io.tellask.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecSuiteTest {
    private static final Comparison CODEC = Comparison.of("codec");
    private static final List<String> NAMES =
            CODEC.contenders().stream().map(Contender::name).toList();

    @Test
    void contendersOfGoalsHaveEachRound() {
        assertThat(due(Workload.PRICE, 2))
                .containsExactly(
                        "tellask",
                        "tellask-references",
                        "tellask-compact",
                        "limit-floor",
                        "fory",
                        "fory-fixed",
                        "fory-references");
        assertThat(due(Workload.PRICE, 1)).isEqualTo(NAMES);
        assertThat(due(Workload.MEDIA_STANDARD, 1)).hasSize(7);
    }

    @Test
    void fewTakePartInCopying() {
        assertThat(due(Workload.LONGS, 1)).containsExactly("tellask", "limit-floor", "fory", "kryo");
        assertThat(due(Workload.LONGS, 2)).containsExactly("tellask", "limit-floor", "fory");
        assertThat(due(Workload.LONGS, 3)).isEmpty();
    }

    @Test
    void whatIsNamedHasEveryRound() {
        for (int round = 1; round <= 3; round++) {
            assertThat(due(Workload.USER, round, "--contender", "kryo", "--case", "user-decode"))
                    .containsExactly("kryo");
            assertThat(due(Workload.PRICE, round, "--contender", "kryo", "--case", "user-decode"))
                    .isEmpty();
        }
    }

    @Test
    void everyContenderMeetsThePriceInAQuickLook() {
        assertThat(due(Workload.PRICE, 1, "--quick")).isEqualTo(NAMES);
        assertThat(due(Workload.USER, 1, "--quick"))
                .containsExactly("tellask", "tellask-references", "tellask-compact", "limit-floor", "fory");
        assertThat(due(Workload.LONGS, 1, "--quick")).isEmpty();
    }

    private static List<String> due(Workload workload, int round, String... arguments) {
        Options options = Options.parse(List.of(arguments));
        return Harness.plan(new CodecSuite(), CODEC, options).stream()
                .filter(turn -> turn.group().equals(workload.label()) && turn.round() == round)
                .map(turn -> turn.contender().name())
                .toList();
    }
}

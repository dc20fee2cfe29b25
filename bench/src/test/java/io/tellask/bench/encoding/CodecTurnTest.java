package io.tellask.bench.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Effort;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecTurnTest {
    @Test
    void contendersAlternateWithinARound() {
        List<CodecTurn> turns = turns(BenchOptions.of(Effort.FULL));

        assertThat(turns.stream().filter(each -> each.workload() == CodecCase.PRICE && each.round() == 2))
                .extracting(each -> each.contender().name())
                .containsExactly(
                        "tellask", "tellask-references", "limit-floor", "fory", "fory-fixed", "fory-references");
        assertThat(turns).isSortedAccordingTo((a, b) -> Integer.compare(a.round(), b.round()));
    }

    @Test
    void whatIsNamedHasEveryRound() {
        BenchOptions options = BenchOptions.of(Effort.FULL).only(List.of("kryo"), List.of("user-decode"));

        assertThat(turns(options))
                .extracting(CodecTurn::toString)
                .containsExactly("round 1 user kryo", "round 2 user kryo", "round 3 user kryo");
    }

    @Test
    void everyContenderMeetsThePriceInAQuickLook() {
        assertThat(turns(BenchOptions.of(Effort.QUICK)).stream().filter(each -> each.workload() == CodecCase.PRICE))
                .extracting(CodecTurn::contender)
                .containsExactlyElementsOf(CodecContenders.all());
    }

    @Test
    void refusesUnknownNames() {
        assertThatThrownBy(() -> turns(BenchOptions.of(Effort.QUICK).only(List.of("corba"), List.of())))
                .hasMessageContaining("contender=corba");
        assertThatThrownBy(() -> turns(BenchOptions.of(Effort.QUICK).only(List.of(), List.of("poem"))))
                .hasMessageContaining("case=poem");
    }

    private static List<CodecTurn> turns(BenchOptions options) {
        return CodecTurn.all(options, CodecPlan.of(options.effort()));
    }
}

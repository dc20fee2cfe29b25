package io.tellask.bench.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PerfStatTest {
    private static final String SWITCHES = "27,,context-switches:u,812167,100.00,,";

    @Test
    void linesOfCountsAreRead() {
        assertThat(PerfStat.counts(List.of(
                        "Events disabled", "", "334000000,,cache-misses,5,100.00,,", SWITCHES, "<not counted>,,x,0")))
                .isEqualTo(Map.of(PerfStat.CACHE_MISSES, 334e6, PerfStat.CONTEXT_SWITCHES, 27.0));
    }

    @Test
    void whatAMachineCannotCountIsNamed() {
        PerfStat.Abilities abilities =
                PerfStat.abilities(0, List.of("<not supported>,,cache-misses,0,100.00,,", SWITCHES));

        assertThat(abilities.events()).containsExactly(PerfStat.CONTEXT_SWITCHES);
        assertThat(abilities.reasons())
                .containsExactly("perf stat does not count cache-misses: <not supported>,,cache-misses,0,100.00,,");
    }

    @Test
    void whatPerfRefusesIsSaidInItsWords() {
        PerfStat.Abilities abilities = PerfStat.abilities(255, List.of("", "Error:", "No permission to enable"));

        assertThat(abilities.events()).isEmpty();
        assertThat(abilities.reasons()).hasSize(2).allMatch(each -> each.endsWith(": Error: No permission to enable"));
    }

    @Test
    void whatPerfCanCountHereIsCountedWhileTheWorkRuns() throws Exception {
        PerfStat.Abilities abilities = PerfStat.abilities();
        long[] runs = new long[1];

        Map<String, Double> counts = PerfStat.count(abilities.events(), () -> {
            runs[0]++;
            Thread other = Thread.ofPlatform().start(() -> {}); // a switch at least
            other.join();
        });

        assertThat(abilities.events().size() + abilities.reasons().size()).isPositive();
        assertThat(counts.keySet()).isEqualTo(Set.copyOf(abilities.events()));
        assertThat(runs[0]).isEqualTo(abilities.events().isEmpty() ? 0 : 1);
    }
}

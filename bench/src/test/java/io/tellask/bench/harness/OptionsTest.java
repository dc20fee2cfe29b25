package io.tellask.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void readsEveryOption() {
        Options options = Options.parse(List.of(
                "--quick",
                "--json",
                "out.json",
                "--contender",
                "a,b",
                "--case",
                "tell",
                "--rounds",
                "3",
                "--seconds",
                "2"));

        assertThat(options.path("--json")).isEqualTo(Path.of("out.json"));
        assertThat(options.contenders()).containsExactly("a", "b");
        assertThat(options.cases()).containsExactly("tell");
        assertThat(options.rounds(5)).isEqualTo(3);
        assertThat(options.measuredMillis()).isEqualTo(2_000);
        assertThat(options.warmUpMillis()).isEqualTo(900);
        assertThat(options.effort()).isEqualTo(Options.Effort.QUICK);
    }

    @Test
    void aQuickRunHasOneRoundAndAFullOneWhatTheSuiteSays() {
        assertThat(Options.parse(List.of("--quick")).rounds(5)).isOne();
        assertThat(Options.parse(List.of("--seconds", "1")).rounds(5)).isEqualTo(5);
        assertThat(Options.parse(List.of("--seconds", "1")).isFull()).isTrue();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Options.parse(List.of("--fast"))).hasMessageContaining("option=--fast");
        assertThatThrownBy(() -> Options.parse(List.of("--json"))).hasMessageContaining("value missing");
        assertThatThrownBy(() -> Options.parse(List.of("--contender", ","))).hasMessageContaining("value missing");
        assertThatThrownBy(() -> Options.parse(List.of("--rounds", "0"))).hasMessageContaining("value=0");
        assertThatThrownBy(() -> Options.parse(List.of("--rounds", "x"))).hasMessageContaining("value=x");
    }
}

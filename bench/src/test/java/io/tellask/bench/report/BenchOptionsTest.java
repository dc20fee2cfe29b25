package io.tellask.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {
    @Test
    void readsEveryOption() {
        BenchOptions options = BenchOptions.parse(List.of(
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

        assertThat(options.json()).contains(Path.of("out.json"));
        assertThat(options.contenders()).containsExactly("a", "b");
        assertThat(options.cases()).containsExactly("tell");
        assertThat(options.effort().rounds()).isEqualTo(3);
        assertThat(options.effort().measured()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.effort().warmUp()).isEqualTo(Effort.QUICK.warmUp());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--fast"))).hasMessageContaining("option=--fast");
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--json"))).hasMessageContaining("value missing");
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--rounds", "0"))).hasMessageContaining("value=0");
        assertThatThrownBy(() -> BenchOptions.parse(List.of("--rounds", "x"))).hasMessageContaining("value=x");
    }
}

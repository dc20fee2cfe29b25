package io.tellask.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.spi.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void takesTheMedianOfItsTurns() {
        Figure figure = Figure.of(run(0, 0, 0));
        figure.runs().add(run(30, 3, 25));
        figure.runs().add(run(10, 9, 170));
        figure.runs().add(run(20, 6, 28));

        assertThat(figure.median("")).isEqualTo(20);
        assertThat(figure.median(Run.CPU)).isEqualTo(6);
        assertThat(figure.median(Run.CORE_TO_CORE)).isEqualTo(28);
    }

    @Test
    void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(Figure.median(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThat(Figure.median(List.of())).isNaN();
    }

    private static Run run(double value, double cpu, double coreToCore) {
        return Run.of("tell", "tellask", "messages/s", value).with(Run.CPU, cpu).with(Run.CORE_TO_CORE, coreToCore);
    }
}

package io.tellask.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void takesTheMedianOfItsTurns() {
        Figure figure = new Figure("tell", "tellask", "messages/s", true);
        figure.add(30, 3, 10, 25);
        figure.add(10, 9, 10, 170);
        figure.add(20, 6, 10, 28);

        assertThat(figure.median()).isEqualTo(20);
        assertThat(figure.cpuNanosPerOp()).isEqualTo(6);
        assertThat(figure.coreToCore()).isEqualTo(28);
    }

    @Test
    void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(Figure.median(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThat(Figure.median(List.of())).isNaN();
    }
}

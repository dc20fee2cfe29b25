package io.tellask.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.report.ResultFile.Result;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PercentilePlotTest {
    private static Result result(String contender, Map<Double, Double> percentiles) {
        return new Result("rtt", contender, "us", false, List.of(10.0), 10, Double.NaN, new TreeMap<>(percentiles), "");
    }

    private static String plot(Result... results) {
        Html html = new Html();
        PercentilePlot.write("rtt", List.of(results), html);
        return html.toString();
    }

    @Test
    void linesGoFromTheMedianToTheLongestTime() {
        String plot = plot(result("tellask", Map.of(50.0, 10.0, 99.0, 100.0, 100.0, 1_000.0)));

        assertThat(plot)
                .containsSubsequence("50 %", "90 %", "99 %", "max", "10 us", "100 us", "1000 us")
                .contains("<g class=\"ours\"><polyline points=\"80.0,260.0 ", " 600.0,14.0\"");
    }

    @Test
    void namesOfLinesThatEndTogetherStandApart() {
        Map<Double, Double> same = Map.of(50.0, 10.0, 100.0, 20.0);
        String plot = plot(result("tellask-a", same), result("limit-b", same), result("tellask-<c>", same));

        assertThat(plot).containsSubsequence("y=\"18.0\"", "y=\"33.0\"", "y=\"48.0\"");
        assertThat(plot).contains("class=\"limit\"", "tellask-&lt;c&gt;", "stroke-dasharray=\"6 3\"");
    }

    @Test
    void nothingIsPlottedWithoutPercentiles() {
        assertThat(plot(result("tellask", Map.of()))).isEmpty();
    }
}

package io.tellask.bench.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Effort;
import io.tellask.bench.report.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecGoalsTest {
    private final Report report = new Report("codec", BenchOptions.of(Effort.TINY));

    @Test
    void comparesWithTheFloorAndWithTheFasterFory() {
        put(CodecCase.PRICE, "tellask", 70, 80);
        put(CodecCase.PRICE, "limit-floor", 50, 99);
        put(CodecCase.PRICE, "fory", 120, 104);
        put(CodecCase.PRICE, "fory-fixed", 77, 109);

        assertThat(judge())
                .contains("falls short    price: 1.40 times limit-floor, goal at most 1.35")
                .contains("falls short    objects: Fory needs 1.10 times as much in the geometric mean of 1 cases, "
                        + "goal at least 1.20")
                .contains("reached        price: 80 bytes, goal at most 80")
                .contains("reached        price: 80 bytes, with references -; Fory's smallest 104, protobuf -");
    }

    @Test
    void takesTheGeometricMeanOverObjectsOnly() {
        put(CodecCase.PRICE, "tellask", 10, 80);
        put(CodecCase.PRICE, "fory", 20, 80);
        put(CodecCase.USER, "tellask", 10, 80);
        put(CodecCase.USER, "fory", 5, 80);
        put(CodecCase.INTS, "tellask", 10, 80);
        put(CodecCase.INTS, "fory", 9, 80);

        assertThat(judge())
                .contains("falls short    objects: Fory needs 1.00 times as much in the geometric mean of 2 cases, "
                        + "goal at least 1.20")
                .contains("falls short    ints-10k: Fory needs 0.90 times as much, goal at least 0.95");
    }

    @Test
    void holdsReferencesAgainstForyWithoutThem() {
        put(CodecCase.USER, "tellask-references", 100, 155);
        put(CodecCase.USER, "fory", 101, 170);

        assertThat(judge())
                .contains(
                        "reached        user with references: Fory without them needs 1.01 times as much, goal at least 1");
    }

    @Test
    void saysNothingOfWhatWasNotMeasured() {
        put(CodecCase.PRICE, "kryo", 270, 75);

        assertThat(judge()).isEmpty();
    }

    private void put(CodecCase workload, String contender, double nanos, double bytes) {
        for (String label : List.of(workload.encode(), workload.roundTrip())) {
            report.figure(label, contender, "CPU ns/op", false).add(nanos, nanos, bytes, Double.NaN);
        }
    }

    private List<String> judge() {
        return new CodecGoals(report).judge();
    }
}

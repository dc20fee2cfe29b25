package io.tellask.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.spi.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoalTest {
    private final Report report = new Report("codec", Map.of());

    @Test
    void dividesByTheBestOfOthers() {
        put("price", "tellask", 70);
        put("price", "fory", 120);
        put("price", "fory-fixed", 77);

        assertThat(judge("tellask", "price", "over", "fory,fory-fixed,absent", "most", "0.9"))
                .containsExactly(
                        "falls short    price: tellask to the best of fory, fory-fixed, absent 0.91 (70.0 to 77.0),"
                                + " goal at most 0.90");
    }

    @Test
    void takesTheWorstOfItsOwn() {
        put("price", "tellask", 70);
        put("price", "tellask-references", 80);

        assertThat(judge("tellask,tellask-references", "price", "number", Run.CPU, "most", "80"))
                .containsExactly(
                        "reached        price: cpuNanosPerOp of tellask, tellask-references 80.0, goal at most 80.0");
    }

    @Test
    void takesTheGeometricMeanOfThoseThatAreThere() {
        put("price", "tellask", 10);
        put("price", "fory", 5);
        put("user", "tellask", 10);
        put("user", "fory", 20);

        assertThat(judge("tellask", "price,user,media", "over", "fory", "most", "1"))
                .containsExactly(
                        "reached        geometric mean of 2 of price, user, media: tellask to fory 1.00, goal at most 1.00");
    }

    @Test
    void standsForEachNumberOfUsers() {
        put("get-1m", "tellask", 10);
        put("get-batch-1m", "tellask", 10);
        put("get-15m", "tellask", 30);

        assertThat(judge("tellask", "get-*", "least", "20"))
                .containsExactly(
                        "falls short    get-1m: tellask 10.0, goal at least 20.0",
                        "reached        get-15m: tellask 30.0, goal at least 20.0");
    }

    @Test
    void whatIsExactlyTheBoundHasReachedIt() {
        put("user", "tellask", 155);

        assertThat(judge("tellask", "user", "most", "155"))
                .singleElement()
                .asString()
                .startsWith("reached");
    }

    @Test
    void comparesWithAnotherCaseOrNumber() {
        put("force-64", "tellask", 100);
        put("force-1", "limit-fsync", 5);
        report.add(Run.of("space", "tellask", "bytes/user", 120).with("live", 100));

        assertThat(judge("tellask", "force-64", "over", "limit-fsync", "in", "force-1", "least", "25"))
                .singleElement()
                .asString()
                .startsWith("falls short    force-64: tellask to limit-fsync in force-1 20.0");
        assertThat(judge("tellask", "space", "over", "tellask", "by", "live"))
                .last()
                .asString()
                .startsWith("               space: tellask to tellask 1.20");
    }

    @Test
    void saysNothingOfWhatWasNotMeasured() {
        put("price", "kryo", 270);

        assertThat(judge("tellask", "price", "over", "kryo", "most", "1")).isEmpty();
        assertThat(judge("kryo", "price", "over", "fory", "most", "1")).isEmpty();
    }

    @Test
    void warnsOfAPeerThatRanWorseThanItCan() {
        put("tell", "pekko", 126);

        Harness.doubt(pekko(101), report);
        assertThat(report.warnings()).isEmpty();

        Harness.doubt(pekko(100), report);
        assertThat(report.warnings()).singleElement().asString().contains("with pekko: case=tell", "limit=125");
    }

    private void put(String label, String contender, double nanos) {
        report.add(Run.of(label, contender, "CPU ns/op", nanos).with(Run.CPU, nanos));
    }

    private static Contender pekko(double reference) {
        return new Contender("pekko", "own", List.of(), List.of(), List.of(), Map.of("tell", reference));
    }

    private List<String> judge(String own, String cases, String... keysAndValues) {
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        new Goal(List.of(own.split(",")), List.of(cases.split(",")), keys).judge(report);
        return report.notes();
    }
}

package io.tellask.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchMainTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "remoting --help"})
    void saysHowItIsUsed(String arguments) throws Exception {
        assertThat(run(arguments)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: tellask bench SUITE [--quick");
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "remoting --nonsense",
                "remoting --contender corba",
                "store --case get-2m",
                "kv --json no/such/folder/kv.json",
                "kv --html no/such/folder/kv.html",
                "kv --plot target/kv.svg",
                "executors --plot target/executors.png",
                "executors --plot no/such/folder/executors.svg",
                "report",
                "report --html target/report.html --results no/such/folder",
                "all",
                "all --results target/all --case tell",
                "all --results target/all --json target/all.json"
            })
    void wrongUsageEndsWithCodeTwo(String arguments) throws Exception {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("tellask: ").contains("see tellask bench --help");
    }

    @Test
    void noSuiteAtAllIsWrongUsage() throws Exception {
        assertThat(BenchMain.run(List.of(), stream(out), stream(err))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("SUITE is one of: remoting, store, kv, codec, web,");
    }

    @Test
    void suiteMakesAPageOfItsResults() throws Exception {
        Path page = folder.resolve("kv.html");
        assertThat(run("kv --tiny --case native-get-hit --html " + page)).isZero();
        assertThat(page).content().contains("native-get-hit", "tellask bench kv --tiny");
    }

    @Test
    void executorsAreDrawn() throws Exception {
        Path plot = folder.resolve("executors.svg");
        assertThat(run("executors --tiny --case many-64,many-2000 --contender dedicated,fixed --plot " + plot))
                .isZero();
        assertThat(plot).content().contains("many: ms of a run", "dedicated", "fixed", "2,000");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("switches", "misses", "plot: " + plot);
    }

    @Test
    void reportRunsNothing() throws Exception {
        Path page = folder.resolve("all.html");
        assertThat(run("report --results ../docs/benchmarks --html " + page)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("page: " + page + System.lineSeparator());
        assertThat(page).content().contains("remoting.json", "kv.json");
    }

    @Test
    void aQuickRunOfAllSuitesTakesAPartOfEach() {
        Options quick = Options.parse(List.of("--quick"));
        for (String name : BenchMain.SUITES.split(", ")) {
            Comparison comparison = Comparison.of(name);
            List<Suite.Turn> overview = Harness.plan(BenchMain.suite(name), comparison, quick.forAllSuites());
            List<Suite.Turn> all = Harness.plan(BenchMain.suite(name), comparison, quick);
            assertThat(titles(all)).as(name).containsAll(titles(overview));
            assertThat(overview).as(name).hasSizeBetween(3, 24);
        }
    }

    private static List<String> titles(List<Suite.Turn> turns) {
        return turns.stream()
                .flatMap(turn -> turn.labels().stream()
                        .map(label -> label + " " + turn.contender().name()))
                .toList();
    }

    private int run(String arguments) throws InterruptedException {
        return BenchMain.run(List.of(arguments.split(" ")), stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}

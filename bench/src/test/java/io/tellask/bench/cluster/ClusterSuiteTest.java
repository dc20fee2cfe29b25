package io.tellask.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.spi.Run;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the bench of replicated maps with a few calls and one end of each kind. */
@Timeout(180)
@Tag("slow")
@Order(2)
class ClusterSuiteTest {
    private static Report run(String labels, String contenders) throws Exception {
        return Harness.run(
                "cluster",
                new ClusterSuite(),
                Options.parse(List.of("--tiny", "--case", labels, "--contender", contenders)),
                new PrintStream(PrintStream.nullOutputStream()));
    }

    @Test
    void measuresCallsOfAMapAndOfTheEngine() throws Exception {
        Report report = run("put,put-256", "tellask,tellask-forced,jgroups-raft");

        assertThat(report.unavailable()).isEmpty();
        for (String contender : List.of("tellask", "tellask-forced", "jgroups-raft")) {
            assertThat(report.median("put-p999", contender, "")).as(contender).isPositive();
            assertThat(report.median("put-256", contender, Run.SERVER_CPU))
                    .as(contender)
                    .isNotNegative();
        }
    }

    @Test
    void measuresReads() throws Exception {
        Report report = run("get,get-256,stale,stale-256", "tellask");

        assertThat(report.unavailable()).isEmpty();
        for (String label : List.of("get", "get-256", "stale", "stale-256")) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
        }
    }

    @Test
    void measuresPartitionsBesideASingleServer() throws Exception {
        Report report = run("put-256,get-256,put", "partitions,single");

        assertThat(report.unavailable()).isEmpty();
        for (String label : List.of("put-256", "get-256", "put")) {
            for (String contender : List.of("partitions", "single")) {
                assertThat(report.median(label, contender, ""))
                        .as(contender + label)
                        .isPositive();
                assertThat(report.median(label, contender, Run.SERVER_CPU))
                        .as(contender + label)
                        .isNotNegative();
            }
        }
    }

    @Test
    void noPutIsLostWhenTheLeaderEnds() throws Exception {
        Report report = run("failover", "tellask");

        assertThat(report.unavailable()).isEmpty();
        for (String label : List.of("kill", "handover")) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
            assertThat(report.median(label, "tellask", "failed")).as(label).isZero();
        }
    }
}

package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.WaitChain;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.remote.frame.FailureLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is written down of calls that fail, and how often. Time is handed in. */
class FailureLogTest {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final RuntimeException FAILURE = new IllegalStateException("in the end");

    private record Line(Level level, String text, Throwable thrown) {}

    /** Keeps lines, down to a level. */
    private static final class Recorder implements System.Logger {
        private final Level lowest;
        private final List<Line> lines = new ArrayList<>();

        Recorder(Level lowest) {
            this.lowest = lowest;
        }

        @Override
        public String getName() {
            return "recorder";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.getSeverity() >= lowest.getSeverity();
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            lines.add(new Line(level, text, thrown));
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {
            lines.add(new Line(level, format, null));
        }
    }

    private final Recorder recorder = new Recorder(Level.INFO);
    private final FailureLog log = new FailureLog(recorder);

    private static ContractMethod fail() {
        return Contract.of(Sample.class).methods().stream()
                .filter(method -> method.name().equals("fail"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void namesCallMethodAndPeerAndKeepsTheStackTrace() {
        log.byName(0, -1, fail(), "memory://peer", "5f0c9e21-0000002a", FAILURE);
        assertThat(recorder.lines)
                .containsExactly(new Line(
                        Level.WARNING,
                        "call failed: call=4294967295, method=Sample.fail, peer=memory://peer, failure=5f0c9e21-0000002a,"
                                + " suppressed before=0",
                        FAILURE));
    }

    @Test
    void writesOneStackTraceASecondAndTheIdsOfTheOthers() {
        for (long nanos : new long[] {-5, 0, SECOND_NANOS - 6, SECOND_NANOS - 5, SECOND_NANOS}) {
            log.byName(nanos, 1, null, "peer", "f" + nanos, FAILURE);
        }
        log.byName(2 * SECOND_NANOS, 1, null, "peer", "f-2", FAILURE);
        assertThat(recorder.lines)
                .extracting(Line::thrown)
                .containsExactly(FAILURE, null, null, FAILURE, null, FAILURE);
        assertThat(recorder.lines.get(1).text())
                .isEqualTo("call failed: call=1, peer=peer, failure=f0, java.lang.IllegalStateException: in the end");
        assertThat(recorder.lines.getLast().text())
                .isEqualTo("call failed: call=1, peer=peer, failure=f-2, suppressed before=0");
    }

    @Test
    void countsWhatASecondHasBeyondItsLines() {
        for (int i = 0; i < 20; i++) {
            log.byName(i, i, null, "peer", "f" + i, FAILURE);
        }
        assertThat(recorder.lines).hasSize(17);
        assertThat(recorder.lines.getLast().text()).contains("failure=f16");
        log.byName(SECOND_NANOS, 1, null, "peer", "f-2", FAILURE);
        assertThat(recorder.lines.getLast().text()).endsWith("suppressed before=3");
    }

    @Test
    void writesFailuresThatAreNoWarningForDebugging() {
        Recorder all = new Recorder(Level.DEBUG);
        FailureLog verbose = new FailureLog(all);
        verbose.byName(0, 1, null, "peer", "f-1", FAILURE);
        verbose.byName(1, 2, null, "peer", "f-2", FAILURE);
        assertThat(all.lines)
                .last()
                .isEqualTo(new Line(Level.DEBUG, "call failed: call=2, peer=peer, failure=f-2", FAILURE));
    }

    @Test
    void writesWhatTheCallerSeesAsItselfForDebuggingOnly() {
        log.asItself(1, null, "peer", FAILURE);
        assertThat(recorder.lines).isEmpty();
        Recorder all = new Recorder(Level.DEBUG);
        FailureLog verbose = new FailureLog(all);
        verbose.asItself(1, null, "peer", FAILURE);
        verbose.asItself(2, null, "peer", FAILURE);
        assertThat(all.lines)
                .containsExactly(
                        new Line(Level.DEBUG, "call failed: call=1, peer=peer", FAILURE),
                        new Line(Level.DEBUG, "call failed: call=2, peer=peer", FAILURE));
    }

    @Test
    void warnsOfCallsThatWaitInACircleAndTellsOfOthersForDebuggingOnly() {
        Recorder all = new Recorder(Level.DEBUG);
        FailureLog verbose = new FailureLog(all);
        WaitChain circle = new WaitChain(List.of("A.a", "B.b", "A.a"), true);
        verbose.givenUp(0, 1, fail(), "peer", circle);
        verbose.givenUp(1, 2, fail(), "peer", circle);
        verbose.givenUp(2, 3, null, "peer", new WaitChain(List.of("A.a", "B.b"), false));
        verbose.givenUp(SECOND_NANOS, 4, fail(), "peer", circle);
        String waits = "A.a waits for B.b waits for A.a, which is a cycle: none of them can be answered";
        assertThat(all.lines)
                .containsExactly(
                        new Line(
                                Level.WARNING,
                                "call given up: call=1, method=Sample.fail, peer=peer, " + waits
                                        + ", suppressed before=0",
                                null),
                        new Line(Level.DEBUG, "call given up: call=3, peer=peer, A.a waits for B.b", null),
                        new Line(
                                Level.WARNING,
                                "call given up: call=4, method=Sample.fail, peer=peer, " + waits
                                        + ", suppressed before=1",
                                null));
        log.givenUp(0, 3, null, "peer", new WaitChain(List.of("A.a", "B.b"), false));
        assertThat(recorder.lines).isEmpty();
    }
}

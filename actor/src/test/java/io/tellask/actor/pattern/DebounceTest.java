package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.pattern.Debounce.Edge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DebounceTest {
    private static final Duration QUIET = Duration.ofMillis(100);

    private final TimedActor actor = new TimedActor();
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void close() {
        actor.close();
    }

    private Debounce<String> debounce(Edge edge) {
        return new Debounce<>(actor.timers, QUIET, edge, value -> ran.add(value + "@" + actor.millis()));
    }

    /** Calls at 0, 60 and 120 ms, and at 1,000 ms. */
    private void calls(Debounce<String> debounce) {
        for (String value : List.of("a", "b", "c")) {
            actor.run(() -> debounce.call(value));
            actor.advanceMillis(60);
        }
        actor.advanceMillis(820);
        actor.run(() -> debounce.call("d"));
        actor.advanceMillis(1_000);
        assertThat(debounce.isBurst()).isFalse();
        assertThat(actor.time.timersWaiting()).isZero();
    }

    @Test
    void leadingRunsAtTheFirstCallOfABurst() {
        calls(debounce(Edge.LEADING));
        assertThat(ran).containsExactly("a@0", "d@1000");
    }

    @Test
    void trailingRunsWithTheLastValueOnceItIsQuiet() {
        calls(debounce(Edge.TRAILING));
        assertThat(ran).containsExactly("c@220", "d@1100");
    }

    @Test
    void bothRunsOnceForABurstOfOne() {
        calls(debounce(Edge.BOTH));
        assertThat(ran).containsExactly("a@0", "c@220", "d@1000");
    }

    @Test
    void burstsEndWithinTheLongestTime() {
        Debounce<String> debounce = debounce(Edge.TRAILING).endingWithin(Duration.ofMillis(250));
        for (int i = 0; i < 10; i++) {
            int number = i;
            actor.run(() -> debounce.call("n" + number));
            actor.advanceMillis(50);
        }
        actor.advanceMillis(1_000);
        assertThat(ran).containsExactly("n4@250", "n9@500");
    }

    @Test
    void aBurstHasOneTimer() {
        Debounce<String> debounce = debounce(Edge.TRAILING);
        actor.run(() -> {
            for (int i = 0; i < 1_000; i++) {
                debounce.call("x");
            }
        });
        assertThat(actor.timers.pending()).isEqualTo(1);
    }

    @Test
    void aCallBeyondTheEndBeginsTheNextBurstThoughTheTimerIsLate() {
        Debounce<String> debounce = debounce(Edge.BOTH);
        actor.run(() -> {
            debounce.call("a");
            debounce.call("b");
        });
        actor.time.moveTo(Duration.ofMillis(150).toNanos());
        actor.run(() -> debounce.call("c"));
        actor.advanceMillis(1_000);
        assertThat(ran).containsExactly("a@0", "b@150", "c@150");
    }

    @Test
    void flushRunsWhatIsLeftAndCancelForgetsIt() {
        Debounce<String> debounce = debounce(Edge.TRAILING);
        actor.run(() -> debounce.call("a"));
        actor.run(debounce::flush);
        actor.run(debounce::flush);
        actor.run(() -> debounce.call("b"));
        actor.run(debounce::cancel);
        actor.advanceMillis(1_000);
        assertThat(ran).containsExactly("a@0");
        assertThat(actor.timers.pending()).isZero();
    }

    @Test
    void aTaskThatThrowsDoesNotEndIt() {
        List<String> tried = new ArrayList<>();
        Debounce<String> debounce = new Debounce<>(actor.timers, QUIET, Edge.TRAILING, value -> {
            tried.add(value);
            throw new IllegalStateException("as asked");
        });
        actor.run(() -> debounce.call("a"));
        actor.advanceMillis(1_000);
        actor.run(() -> debounce.call("b"));
        actor.advanceMillis(1_000);
        assertThat(tried).containsExactly("a", "b");
        assertThat(actor.system.failedTells()).isEqualTo(2);
    }

    @Test
    void refusesTimesOfNothing() {
        assertThatThrownBy(() -> new Debounce<String>(actor.timers, Duration.ZERO, Edge.BOTH, ran::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("quiet=PT0S");
        assertThatThrownBy(() -> debounce(Edge.BOTH).endingWithin(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest=PT-0.000000001S");
    }
}

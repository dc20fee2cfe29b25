package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimersTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TwoActors actors = new TwoActors();
    private final Timers timers = new Timers(actors.owner);

    @AfterEach
    void close() {
        actors.close();
    }

    @Test
    void runsOnceAfterTheDelayAsTheActor() {
        Place task = new Place();
        Cancellable timer = timers.after(SECOND, task::note);
        actors.ownerTime.advance(SECOND.minusNanos(1));
        assertThat(task.noted()).isFalse();
        actors.ownerTime.advance(Duration.ofNanos(1));
        assertThat(task.actor()).isSameAs(actors.owner);
        assertThat(timer.cancel()).isFalse();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void delaysBeyondTheClockDoNotRunAndCanBeCancelled() {
        Place task = new Place();
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        Cancellable once = timers.after(endless, task::note);
        Cancellable repeated = timers.every(endless, task::note);
        actors.ownerTime.advance(Duration.ofDays(365));
        assertThat(task.noted()).isFalse();
        assertThat(timers.pending()).isEqualTo(2);
        assertThat(once.cancel()).isTrue();
        assertThat(repeated.cancel()).isTrue();
    }

    @Test
    void aCancelledTimerDoesNotRun() {
        Place task = new Place();
        Cancellable timer = timers.after(SECOND, task::note);
        assertThat(timer.cancel()).isTrue();
        assertThat(timer.cancel()).isFalse();
        actors.ownerTime.advance(SECOND.multipliedBy(2));
        assertThat(task.noted()).isFalse();
        assertThat(actors.ownerTime.timersWaiting()).isZero();
    }

    @Test
    void repeatsWithoutDriftUntilCancelled() {
        List<Long> instants = new ArrayList<>();
        Cancellable timer = timers.every(SECOND, () -> instants.add(actors.ownerTime.nanoTime() / SECOND.toNanos()));
        actors.ownerTime.advance(SECOND.multipliedBy(3));
        timer.cancel();
        actors.ownerTime.advance(SECOND.multipliedBy(3));
        assertThat(instants).containsExactly(1L, 2L, 3L);
    }

    @Test
    void leavesOutWhatPassedWhileTheActorWasBusy() {
        List<Long> millis = new ArrayList<>();
        timers.every(SECOND, () -> millis.add(actors.ownerTime.nanoTime() / 1_000_000));
        actors.ownerTime.moveTo(3_400_000_000L);
        actors.ownerTime.advance(Duration.ofMillis(1_000));
        assertThat(millis).containsExactly(3_400L, 4_000L);
    }

    @Test
    void aRepeatedTaskMayCancelItselfAndMayThrow() {
        List<Integer> runs = new ArrayList<>();
        Cancellable[] timer = new Cancellable[1];
        timer[0] = timers.every(SECOND, () -> {
            runs.add(runs.size());
            if (runs.size() == 3) {
                timer[0].cancel();
            }
            throw new IllegalStateException("as asked");
        });
        actors.ownerTime.advance(SECOND.multipliedBy(10));
        assertThat(runs).hasSize(3);
        assertThat(actors.system.failedTells()).isEqualTo(3);
    }

    @Test
    void allEndWithTheActor() {
        Place once = new Place();
        timers.after(SECOND, once::note);
        timers.every(SECOND, once::note);
        timers.cancelAll();
        actors.ownerTime.advance(SECOND.multipliedBy(2));
        assertThat(once.noted()).isFalse();
        assertThatThrownBy(() -> timers.after(SECOND, once::note)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void thoseThatAreDueRunInOrderAMessageEach() {
        List<String> ran = new ArrayList<>();
        for (String name : List.of("c3", "a1", "b2", "a1 too")) {
            timers.after(SECOND.multipliedBy(name.charAt(1) - '0'), () -> {
                ran.add(name);
                actors.owner.enqueue(() -> ran.add("behind " + name));
            });
        }
        actors.ownerTime.moveTo(SECOND.multipliedBy(10).toNanos());
        actors.ownerTime.advance(Duration.ZERO);
        assertThat(ran)
                .startsWith("a1")
                .containsSubsequence("a1", "a1 too", "b2", "c3")
                .containsSubsequence("behind a1", "b2");
    }

    @Test
    void allTimersOfAnActorTakeOneOfItsDispatcher() {
        List<Cancellable> all = new ArrayList<>();
        for (int i = 1_000; i > 0; i--) {
            all.add(timers.after(SECOND.multipliedBy(i), () -> {}));
        }
        assertThat(actors.ownerTime.timersWaiting()).isEqualTo(1);
        all.forEach(Cancellable::cancel);
        assertThat(timers.pending()).isZero();
        assertThat(actors.ownerTime.timersWaiting()).isZero();
    }

    @Test
    void oneThatRunsEveryPeriodCountsWhileItRuns() {
        List<Integer> pending = new ArrayList<>();
        Cancellable timer = timers.every(SECOND, () -> pending.add(timers.pending()));
        actors.ownerTime.advance(SECOND);
        assertThat(pending).containsExactly(1);
        assertThat(timers.pending()).isEqualTo(1);
        assertThat(timer.cancel()).isTrue();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void refusesAPeriodOfNothing() {
        assertThatThrownBy(() -> timers.every(Duration.ZERO, () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("period=PT0S");
    }
}

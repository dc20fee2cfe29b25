package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenarios whose code blocks. */
@Timeout(60)
class ExplorationHangTest {
    private static final Duration STEP_TIME = Duration.ofMillis(200);

    private final AtomicReference<Thread> stepping = new AtomicReference<>();

    /** What is asked. */
    public interface Desk {
        Promise<Integer> ask();
    }

    private Desk blocking(Trial trial, AtomicInteger asked, int blocksAt) {
        return trial.spawn(Desk.class, () -> () -> {
            stepping.set(Thread.currentThread());
            if (asked.incrementAndGet() == blocksAt) {
                block();
            }
            return Promise.of(1);
        });
    }

    private static void block() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void stepThatBlocksIsNamedWithItsStackAndItsThreadEnds() throws InterruptedException {
        Exploration exploration = Exploration.of(trial -> {
                    AtomicInteger asked = new AtomicInteger();
                    Desk desk = blocking(trial, asked, 2);
                    trial.expect("first", desk.ask());
                    trial.expect("second", desk.ask());
                })
                .stepTime(STEP_TIME);
        ExplorationException failed = catchThrowableOfType(ExplorationException.class, exploration::run);

        assertThat(failed)
                .hasMessageContaining("run=1 failed after steps=2")
                .hasMessageContaining("a step takes longer than stepTime=PT0.2S")
                .hasMessageContaining("thread=exploration of " + ExplorationHangTest.class.getName())
                .hasMessageContaining("actor=Desk-1, method=")
                .hasMessageContaining("repeat it with -Dtellask.schedule=" + failed.schedule());
        assertThat(failed.getCause().getCause().getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(ExplorationHangTest.class.getName())
                        && frame.getMethodName().equals("block"));
        assertThat(stepping.get().join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void choicesSoFarRepeatIt() {
        Exploration exploration = Exploration.of(trial -> {
                    AtomicInteger asked = new AtomicInteger();
                    int blocksAt = trial.choose(3);
                    trial.expect("first", blocking(trial, asked, blocksAt).ask());
                })
                .stepTime(STEP_TIME);
        ExplorationException failed = catchThrowableOfType(ExplorationException.class, exploration::run);

        assertThatThrownBy(() -> exploration.replay(failed.schedule()))
                .isInstanceOf(ExplorationException.class)
                .hasMessageContaining("replay failed")
                .hasMessageContaining("stepTime=PT0.2S");
    }

    @Test
    void whatIsClosedAfterwardsDoesNotWaitForTheThread() {
        CountDownLatch closed = new CountDownLatch(1);
        Exploration exploration = Exploration.of(trial -> {
                    Desk desk = blocking(trial, new AtomicInteger(), 1);
                    trial.onClose(() -> trial.await(desk.ask()));
                    trial.onClose(closed::countDown);
                    desk.ask();
                })
                .stepTime(STEP_TIME);

        assertThatThrownBy(exploration::run)
                .isInstanceOf(ExplorationException.class)
                .satisfies(failed -> assertThat(failed.getCause().getSuppressed())
                        .singleElement()
                        .asString()
                        .contains("hangs in an earlier step"));
        assertThat(closed.getCount()).isZero();
    }

    @Test
    void stepTimeHasALeast() {
        Exploration exploration = Exploration.of(trial -> {});

        assertThat(exploration.stepTime(Duration.ofMillis(1))).isSameAs(exploration);
        assertThatThrownBy(() -> exploration.stepTime(Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(1) - 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stepTimeMillis=0 < 1");
    }
}

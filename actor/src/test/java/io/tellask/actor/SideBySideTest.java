package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tellask.actor.SideBySide.Fault;
import io.tellask.actor.runtime.Lines;
import io.tellask.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks of one phase. */
@Timeout(60)
class SideBySideTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final Lines log = new Lines();
    private final SideBySide tasks = on(Thread.ofPlatform().daemon().factory(), false);

    private SideBySide on(ThreadFactory threads, boolean inTurn) {
        return new SideBySide("close", inTurn, threads, log);
    }

    private static NamedTask task(String name, Duration limit, PhaseTask task) {
        return new NamedTask(Phase.STORES, name, limit, task);
    }

    @Test
    void soManyRunSideBySide() {
        CyclicBarrier all = new CyclicBarrier(SideBySide.MOST_AT_A_TIME);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<NamedTask> many = new ArrayList<>();
        for (int i = 0; i < 2 * SideBySide.MOST_AT_A_TIME; i++) {
            many.add(task("t" + i, MINUTE, () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                all.await(30, TimeUnit.SECONDS);
                running.decrementAndGet();
            }));
        }
        many.add(task("alone", MINUTE, () -> most.accumulateAndGet(running.incrementAndGet(), Math::max)));
        assertThat(tasks.run(many)).isEmpty();
        assertThat(most).hasValue(SideBySide.MOST_AT_A_TIME);
    }

    @Test
    void aTaskThatHangsIsNamedWithItsPlace() {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Thread> hanging = new AtomicReference<>();
        NamedTask patient = task("patient", MINUTE, () -> {
            Await.until("the other one has begun", () -> hanging.get() != null);
            Await.parked(hanging.get());
        });
        List<Fault> faults = tasks.run(List.of(patient, task("slow", MOMENT, () -> hang(hanging, end))));

        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.task().name()).isEqualTo("slow");
            assertThat(fault.failure())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("close: task=slow, phase=STORES takes longer than limit=PT0.001S");
            assertThat(fault.failure().getStackTrace())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("hang");
        });
        assertThat(log.lines).containsExactly("WARNING close goes on without what hangs here: task=slow, phase=STORES");
        assertThat(hanging.get().isInterrupted())
                .as("a write that is cut short may be lost")
                .isFalse();
        end.countDown();
    }

    private static void hang(AtomicReference<Thread> here, CountDownLatch end) throws InterruptedException {
        here.set(Thread.currentThread());
        end.await();
    }

    @Test
    void failuresAreLoggedAndStopNoOther() {
        AtomicInteger done = new AtomicInteger();
        List<Fault> faults = tasks.run(List.of(
                task("checked", MINUTE, () -> {
                    throw new IOException("full");
                }),
                task("good", MINUTE, done::incrementAndGet),
                task("error", MINUTE, () -> {
                    throw new LinkageError("old");
                })));
        assertThat(done).hasValue(1);
        assertThat(faults).extracting(each -> each.task().name()).containsExactly("checked", "error");
        assertThat(faults.getFirst().failure()).isInstanceOf(IOException.class);
        assertThat(faults.getLast().failure()).hasCauseInstanceOf(LinkageError.class);
        assertThat(log.lines)
                .containsExactlyInAnyOrder(
                        "WARNING close failed: task=checked, phase=STORES",
                        "WARNING close failed: task=error, phase=STORES");
    }

    @Test
    void anInterruptIsKeptForLater() {
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiting = Thread.currentThread();
        List<Fault> faults = tasks.run(List.of(task("t", MINUTE, () -> {
            waiting.interrupt();
            begun.countDown();
        })));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(faults).isEmpty();
        assertThat(begun.getCount()).isZero();
    }

    @Test
    void withoutThreadsTasksAreDoneInTurn() {
        SideBySide poor = on(
                task -> new Thread(task) {
                    @Override
                    public void start() {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                },
                false);
        assertThat(whereTasksRun(poor)).containsExactly(Thread.currentThread(), Thread.currentThread());
        assertThat(log.lines).hasSize(2).first().asString().contains("no thread, done in turn: task=first");
    }

    @Test
    void virtualTimeSeesOneThread() {
        SideBySide inTurn = on(
                _ -> {
                    throw new AssertionError("a thread");
                },
                true);
        assertThat(whereTasksRun(inTurn)).containsExactly(Thread.currentThread(), Thread.currentThread());
        assertThat(log.lines).isEmpty();
    }

    private static List<Thread> whereTasksRun(SideBySide tasks) {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        PhaseTask noting = () -> {
            assertThat(tasks.isOnOwnThread()).isTrue();
            threads.add(Thread.currentThread());
        };
        assertThat(tasks.run(List.of(task("first", MINUTE, noting), task("second", MINUTE, noting))))
                .isEmpty();
        assertThat(tasks.isOnOwnThread()).isFalse();
        return threads;
    }

    @Test
    void limitsAreOverZeroAndUpToAYear() {
        PhaseTask nothing = () -> {};
        Duration longest = Duration.ofDays(365);
        assertThat(task("t", longest, nothing).limit()).isEqualTo(longest);
        assertThat(task("t", Duration.ofNanos(1), nothing).limit()).isEqualTo(Duration.ofNanos(1));
        for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(-1), longest.plusNanos(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> task("t", bad, nothing))
                    .withMessage("phase: task=t, limit=" + bad + " is not over PT0S and up to PT8760H");
        }
    }
}

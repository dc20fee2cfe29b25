package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopMonitorTest {
    private static final long LIMIT = ActorSystem.DEFAULT_BLOCKED_LOOP_LIMIT.toNanos();

    private final LoopMonitor monitor = new LoopMonitor("monitored");

    @Test
    void countsTurnThatTakesAsLongAsTheLimitOnce() {
        monitor.watched(Thread.currentThread());
        monitor.beginTurn();
        assertThat(monitor.look(0)).isTrue();
        assertThat(monitor.look(LIMIT - 1)).isTrue();
        assertThat(monitor.blockedTurns()).isZero();
        monitor.look(LIMIT);
        monitor.look(2 * LIMIT);
        assertThat(monitor.blockedTurns()).isOne();
        monitor.endTurn();
        monitor.beginTurn();
        monitor.look(3 * LIMIT);
        monitor.look(4 * LIMIT);
        assertThat(monitor.blockedTurns()).isEqualTo(2);
    }

    @Test
    void doesNotCountTimeInWhichTheWatchCouldNotRunEither() {
        monitor.watched(Thread.currentThread());
        monitor.beginTurn();
        monitor.look(0);
        monitor.discount(10 * LIMIT);
        monitor.look(11 * LIMIT - 1);
        assertThat(monitor.blockedTurns()).isZero();
        monitor.look(11 * LIMIT);
        assertThat(monitor.blockedTurns()).isOne();
    }

    @Test
    void monitorsThatReportTogetherCountAllTurnsAndTellOfOneASecond() {
        Lines log = new Lines();
        LoopMonitor first = new LoopMonitor("first", log);
        List<LoopMonitor> all = List.of(first, new LoopMonitor("second", first), new LoopMonitor("third", first));
        long begin = System.nanoTime();
        for (LoopMonitor each : all) {
            each.watched(Thread.currentThread());
            each.beginTurn();
            each.look(begin);
            each.look(begin + LIMIT);
        }
        assertThat(all).allMatch(each -> each.blockedTurns() == 3);
        assertThat(log.lines).hasSize(1);
        all.get(1).look(begin + LIMIT + TimeUnit.SECONDS.toNanos(1));
        assertThat(log.lines).hasSize(2);
    }

    @Test
    void tasksForBlockedTurnsRunAtEachLookPastTheLimit() {
        List<String> looks = new ArrayList<>();
        monitor.whenBlocked(() -> looks.add("blocked"));
        monitor.watched(Thread.currentThread());
        monitor.beginTurn();
        monitor.look(0);
        monitor.look(LIMIT - 1);
        assertThat(looks).isEmpty();
        monitor.look(LIMIT);
        monitor.look(LIMIT + 1);
        assertThat(looks).hasSize(2);
    }

    @Test
    void countsNeitherManyShortTurnsNorRest() {
        monitor.watched(Thread.currentThread());
        for (int turn = 0; turn < 10; turn++) {
            monitor.beginTurn();
            monitor.look(turn * LIMIT);
            monitor.endTurn();
        }
        monitor.look(10 * LIMIT);
        assertThat(monitor.look(20 * LIMIT)).isFalse();
        assertThat(monitor.blockedTurns()).isZero();
    }

    @Test
    void tellsOnceOfATurnThatBlocksAndOnceOfItsEnd() {
        Lines log = new Lines();
        LoopMonitor told = new LoopMonitor("ended", log);
        long begin = System.nanoTime();
        told.watched(Thread.currentThread());
        told.beginTurn();
        told.look(begin);
        told.look(begin + LIMIT);
        told.look(begin + LIMIT + LIMIT / 4);
        told.endTurn();
        told.look(begin + 2 * LIMIT);
        told.beginTurn();
        told.look(begin + 3 * LIMIT);
        told.endTurn();
        told.look(begin + 4 * LIMIT);
        assertThat(log.lines).hasSize(2);
        assertThat(log.lines.getFirst())
                .startsWith("INFO loop blocked: loop=ended, millis=100 >= limitMillis=100, actor=none, ");
        assertThat(log.lines.getLast())
                .startsWith("DEBUG loop blocked: loop=ended, over after millis=200, actor=none, method=")
                .endsWith(", blocked so far=1");
    }

    @Test
    void tellsOfTheEndWithWhichALoopEndsToo() {
        Lines log = new Lines();
        LoopMonitor told = new LoopMonitor("last", log);
        long begin = System.nanoTime();
        told.watched(Thread.currentThread());
        told.beginTurn();
        told.look(begin);
        told.look(begin + LIMIT);
        told.endTurn();
        told.forget();
        assertThat(told.isForgotten()).isTrue();
        told.look(begin + 2 * LIMIT);
        assertThat(log.lines).hasSize(2).last().asString().contains("over after millis=200");
    }

    @Test
    void tellsOfClassesThatAreLoadedToEverybodyAfterASecondOnly() {
        Lines log = new Lines();
        LoopMonitor told = new LoopMonitor("loading", log);
        long begin = System.nanoTime();
        long second = TimeUnit.SECONDS.toNanos(1);
        ClassLoader slow = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                told.look(begin + second - 1);
                told.look(begin + 3 * second);
                throw new ClassNotFoundException(name);
            }
        };
        told.watched(Thread.currentThread());
        told.beginTurn();
        told.look(begin);
        assertThatThrownBy(() -> slow.loadClass("com.example.Missing")).isInstanceOf(ClassNotFoundException.class);
        assertThat(log.lines).hasSize(2).allMatch(line -> line.endsWith("; code is being loaded"));
        assertThat(log.lines.getFirst()).startsWith("DEBUG loop blocked: loop=loading, millis=999 ");
        assertThat(log.lines.getLast()).startsWith("INFO loop blocked: loop=loading, millis=3000 ");
    }

    /** An actor that looks at its own turn. */
    public interface Looking {
        Promise<String> look();
    }

    private static final class Look implements Looking {
        @Override
        public Promise<String> look() {
            Lines log = new Lines();
            LoopMonitor told = new LoopMonitor("own", log);
            long begin = System.nanoTime();
            told.watched(Thread.currentThread());
            told.beginTurn();
            told.look(begin);
            told.look(begin + LIMIT);
            return Promise.of(log.lines.getFirst());
        }
    }

    @Test
    void saysWhatFitsWhereTheActorRuns() {
        try (ActorSystem system =
                ActorSystem.builder().ioLoops(1).poolThreads(1).build()) {
            assertThat(system.spawn(Looking.class, Look::new, SpawnOptions.ioLoop())
                            .look()
                            .join())
                    .startsWith("WARNING loop blocked: loop=own, millis=100 >= limitMillis=100, actor=Looking-1, ")
                    .endsWith(
                            ", blocked so far=1; others of the loop wait: spawn the actor with SpawnOptions.pool() if it"
                                    + " computes that long, with virtualThread() if it waits");
            assertThat(system.spawn(Looking.class, Look::new, SpawnOptions.pool())
                            .look()
                            .join())
                    .startsWith("WARNING loop blocked: loop=own, millis=100 >= limitMillis=100, actor=Looking-2, ")
                    .endsWith(
                            ", blocked so far=1; the pool goes on with another thread: it may compute that long there, if"
                                    + " it waits spawn it with SpawnOptions.virtualThread()");
        }
    }

    @Test
    void codeThatIsGeneratedForAContractIsNotTheApplications() {
        assertThat(LoopMonitor.isCarrier(frame("com.acme.Shop$tellask7fd7a283$TextSkeleton")))
                .isTrue();
        assertThat(LoopMonitor.isCarrier(frame("com.acme.Shop$Skeleton"))).isFalse();
    }

    private static StackTraceElement frame(String className) {
        return new StackTraceElement(className, "call", null, -1);
    }

    @Test
    void tellsOfALongStackItsInnermostAndItsOutermostFrames() {
        StackTraceElement[] stack = new StackTraceElement[1_024];
        Arrays.setAll(stack, i -> new StackTraceElement("Actor", "frame" + i, null, -1));
        StackTraceElement[] shown = LoopMonitor.shortened(stack);
        assertThat(shown)
                .hasSize(65)
                .startsWith(Arrays.copyOf(stack, 40))
                .endsWith(Arrays.copyOfRange(stack, 1_000, 1_024));
        assertThat(shown[40]).hasToString("here.wereLeftOut(frames=960)");
        StackTraceElement[] shorter = Arrays.copyOf(stack, 65);
        assertThat(LoopMonitor.shortened(shorter)).isSameAs(shorter);
    }
}

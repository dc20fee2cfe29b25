package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** An actor that waits on an I/O loop is named. */
class BlockedLoopTest {
    public interface Sleeper {
        Promise<Integer> sleepUntil(CountDownLatch latch);

        Promise<Integer> restUntil(CountDownLatch latch);
    }

    static final class SleeperActor implements Sleeper {
        @Override
        public Promise<Integer> sleepUntil(CountDownLatch latch) {
            await(latch);
            return Promise.of(1);
        }

        @Override
        public Promise<Integer> restUntil(CountDownLatch latch) {
            await(latch);
            return Promise.of(2);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void namesActorAndMethodThatBlockTheLoop() throws Exception {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Logger log = Logger.getLogger("io.tellask.actor");
        Handler handler = new Collecting(records);
        log.addHandler(handler);
        try (ActorSystem system = ActorSystem.builder()
                .name("watched")
                .ioLoops(1)
                .blockedLoopLimit(Duration.ofMillis(20))
                .build()) {
            Sleeper sleeper = system.spawn(
                    Sleeper.class, SleeperActor::new, SpawnOptions.ioLoop().withName("sleeper"));
            CountDownLatch first = new CountDownLatch(1);
            CountDownLatch second = new CountDownLatch(1);
            Promise<Integer> slept = sleeper.sleepUntil(first);
            try {
                // one line a second: another one may have been the first
                Await.until("sleepUntil was named", () -> blocked(records, "sleepUntil") != null);
                Promise<Integer> rested = sleeper.restUntil(second); // in the turn that was told of already
                first.countDown();
                Await.until("restUntil was named", () -> blocked(records, "restUntil") != null);
                second.countDown();
                assertThat(rested.get(30, TimeUnit.SECONDS)).isEqualTo(2);
            } finally {
                first.countDown();
                second.countDown();
            }
            assertThat(slept.get(30, TimeUnit.SECONDS)).isOne();
            Await.until(
                    "the end was told of",
                    () -> records.stream()
                            .map(LogRecord::getMessage)
                            .anyMatch(line -> line.startsWith("loop blocked: loop=watched-io-0, over after millis=")
                                    && line.contains(", actor=sleeper-1, method=" + SleeperActor.class.getName())));
            assertThat(system.blockedLoops()).isPositive();
        } finally {
            log.removeHandler(handler);
        }
        LogRecord record = blocked(records, "sleepUntil");
        assertThat(record.getMessage())
                .contains("loop=watched-io-0", "actor=sleeper-1", "limitMillis=20")
                .contains("method=" + SleeperActor.class.getName() + ".sleepUntil");
        assertThat(record.getThrown().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("sleepUntil"));
    }

    @Test
    void namesTheWayToWhatBlocksTheLoopWhereNoActorRuns() {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Logger log = Logger.getLogger("io.tellask.actor");
        Handler handler = new Collecting(records);
        log.addHandler(handler);
        CountDownLatch latch = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder()
                .name("watched")
                .ioLoops(1)
                .blockedLoopLimit(Duration.ofMillis(20))
                .build()) {
            system.ioLoops().all().getFirst().execute(() -> SleeperActor.await(latch));
            try {
                Await.until("the way was named", () -> blocked(records, "SleeperActor.await < ") != null);
            } finally {
                latch.countDown();
            }
        } finally {
            log.removeHandler(handler);
        }
        assertThat(blocked(records, "SleeperActor.await < "))
                .satisfies(record -> assertThat(record.getMessage())
                        .contains("actor=none", "BlockedLoopTest$SleeperActor.await < BlockedLoopTest.lambda")
                        .endsWith("; what it does there takes that long, or the machine is busy"));
    }

    private static LogRecord blocked(Queue<LogRecord> records, String method) {
        return records.stream()
                .filter(record -> record.getMessage().contains("loop=watched-io")
                        && record.getMessage().contains(method))
                .findFirst()
                .orElse(null);
    }

    private static final class Collecting extends Handler {
        private final Queue<LogRecord> records;

        Collecting(Queue<LogRecord> records) {
            this.records = records;
        }

        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // nothing is buffered
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}

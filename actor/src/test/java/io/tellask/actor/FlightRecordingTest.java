package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.LocalReference;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a flight recording has of actors. */
@Isolated // it has those of other tests as well, and measures them
@Timeout(60)
class FlightRecordingTest {
    @TempDir
    private Path folder;

    private final ActorSystem system =
            ActorSystem.builder().blockedLoopLimit(Duration.ofMillis(20)).build();
    private final Recording recording = new Recording();

    /** What is called. */
    public interface Worker {
        Promise<Integer> work();

        void fail();

        void hold(CountDownLatch until) throws InterruptedException;
    }

    private static final class Work implements Worker {
        @Override
        public Promise<Integer> work() {
            return Promise.of(1);
        }

        @Override
        public void fail() {
            throw new IllegalStateException("secret");
        }

        @Override
        public void hold(CountDownLatch until) throws InterruptedException {
            until.await();
        }
    }

    /** Asks a worker. */
    public interface Boss {
        Promise<Integer> order();
    }

    @AfterEach
    void close() {
        recording.close();
        system.close();
    }

    private void record(String event) {
        recording.enable("io.tellask." + event).withoutThreshold();
        recording.start();
    }

    private List<RecordedEvent> recorded(String event) throws IOException {
        recording.stop();
        Path file = folder.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(each -> each.getEventType().getName().equals("io.tellask." + event))
                .toList();
    }

    private Worker spawn(SpawnOptions options) {
        return system.spawn(Worker.class, Work::new, options.withName("w"));
    }

    @Test
    void spawnedActorSaysWhereItRuns() throws Exception {
        record("ActorSpawned");
        spawn(SpawnOptions.dedicatedThread());

        assertThat(recorded("ActorSpawned")).singleElement().satisfies(event -> {
            assertThat(event.getString("actor")).isEqualTo("w-1");
            assertThat(event.getString("contract")).isEqualTo(Worker.class.getName());
            assertThat(event.getString("dispatcher")).endsWith("w-1");
            assertThat(event.getEventType().getCategoryNames()).containsExactly("Tellask", "Actors");
        });
    }

    @Test
    void stoppedActorSaysWhyAndWhatItDid() throws Exception {
        record("ActorStopped");
        Worker worker = spawn(SpawnOptions.dedicatedThread());
        worker.work().join();
        CountDownLatch stopped = new CountDownLatch(1);
        ((LocalReference) worker).cell().stop(StopReason.REQUESTED, stopped::countDown);
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(recorded("ActorStopped")).singleElement().satisfies(event -> {
            assertThat(event.getString("actor")).isEqualTo("w-1");
            assertThat(event.getString("reason")).isEqualTo("requested");
            assertThat(event.getLong("handled")).isEqualTo(2); // the stop is a message
        });
    }

    @Test
    void failedMessageIsToldByItsClass() throws Exception {
        Worker worker = spawn(SpawnOptions.dedicatedThread());
        record("ActorFailed");
        worker.fail();
        worker.work().join();

        assertThat(recorded("ActorFailed")).singleElement().satisfies(event -> {
            assertThat(event.getString("method")).isEqualTo("Worker.fail");
            assertThat(event.getString("failure")).isEqualTo(IllegalStateException.class.getName());
            assertThat(event.toString()).doesNotContain("secret");
        });
    }

    @Test
    void restartIsCounted() throws Exception {
        Worker worker = spawn(SpawnOptions.dedicatedThread().withSupervision(Supervision.restart()));
        record("ActorRestarted");
        worker.fail();
        Await.until(
                "it is made again", () -> system.actorStatistics().getFirst().restarts() == 1);
        worker.work().join();

        assertThat(recorded("ActorRestarted")).singleElement().satisfies(event -> {
            assertThat(event.getString("actor")).isEqualTo("w-1");
            assertThat(event.getInt("restarts")).isEqualTo(1);
        });
    }

    @Test
    void fullMailboxIsTold() throws Exception {
        Worker worker = spawn(SpawnOptions.dedicatedThread().withMailbox(1, MailboxPolicy.DROP_NEWEST));
        CountDownLatch held = new CountDownLatch(1);
        worker.hold(held);
        Await.until("it is held", () -> system.actorStatistics().getFirst().queued() == 0);
        record("MailboxFull");
        worker.fail();
        worker.fail();
        held.countDown();

        assertThat(recorded("MailboxFull")).singleElement().satisfies(event -> {
            assertThat(event.getString("method")).isEqualTo("Worker.fail");
            assertThat(event.getString("policy")).isEqualTo("drop_newest");
            assertThat(event.getInt("capacity")).isEqualTo(1);
        });
    }

    @Test
    void slowMessageSaysWhoSentItAndHowLongItWaited() throws Exception {
        Worker worker = spawn(SpawnOptions.dedicatedThread());
        Boss boss = system.spawn(Boss.class, () -> worker::work, SpawnOptions.dedicatedThread());
        record("SlowMessage");
        Await.until("messages are measured", () -> {
            worker.work().join();
            return system.actorStatistics().stream().anyMatch(each -> each.measured() > 0);
        });
        boss.order().join();
        worker.work().join(); // what it handled before is recorded by now
        List<RecordedEvent> slow = recorded("SlowMessage");

        assertThat(slow)
                .filteredOn(event -> event.getString("sender").equals("Boss-2"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("actor")).isEqualTo("w-1");
                    assertThat(event.getString("method")).isEqualTo("Worker.work");
                    assertThat(event.getDuration("waited")).isBetween(Duration.ZERO, Duration.ofSeconds(60));
                });
        Await.until("nobody measures", () -> {
            long before = measured();
            worker.work().join();
            worker.work().join();
            return measured() == before;
        });
    }

    private long measured() {
        return system.actorStatistics().stream()
                .mapToLong(ActorStatistics::measured)
                .sum();
    }

    @Test
    void blockedLoopIsTold() throws Exception {
        Worker worker = spawn(SpawnOptions.ioLoop());
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<RecordedEvent> told = new CompletableFuture<>();
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable("io.tellask.LoopBlocked");
            stream.onEvent("io.tellask.LoopBlocked", told::complete);
            stream.startAsync();
            worker.hold(held);
            RecordedEvent event = told.get(30, TimeUnit.SECONDS);
            assertThat(event.getString("actor")).isEqualTo("w-1");
            assertThat(event.getString("method")).endsWith("Work.hold");
            assertThat(event.getDuration("blockedMillis")).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        } finally {
            held.countDown();
        }
    }
}

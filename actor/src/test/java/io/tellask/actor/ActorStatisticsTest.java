package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.DeadLetter.Reason;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a system tells of its actors, and of what they did not carry out. */
@Isolated // actors of other tests are measured as well, and tests of those times count on theirs
@Timeout(60)
class ActorStatisticsTest {
    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        system.close();
    }

    /** A contract. */
    public interface Worker {
        Promise<Integer> work(long millis);

        void fail();

        void hold(CountDownLatch until) throws InterruptedException;
    }

    private static final class Work implements Worker {
        @Override
        public Promise<Integer> work(long millis) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            int turns = 0;
            while (System.nanoTime() - end < 0) {
                turns++;
                Thread.onSpinWait();
            }
            return Promise.of(turns);
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

    private Worker spawn(int messages, MailboxPolicy policy) {
        return system.spawn(
                Worker.class,
                Work::new,
                SpawnOptions.dedicatedThread()
                        .withName("w")
                        .withMailboxPatience(Duration.ofNanos(1))
                        .withMailbox(messages, policy));
    }

    private ActorStatistics only() {
        List<ActorStatistics> all = system.actorStatistics();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void messagesAreCounted() throws Exception {
        Worker worker = spawn(100, MailboxPolicy.REFUSE);
        worker.work(0).get();
        CountDownLatch held = new CountDownLatch(1);
        worker.hold(held);
        Await.until("the actor is held", () -> only().queued() == 0);
        for (int i = 0; i < 7; i++) {
            worker.work(0);
        }

        ActorStatistics now = only();
        assertThat(now.name()).isEqualTo("w-1");
        assertThat(now.contract()).isEqualTo(Worker.class.getName());
        assertThat(now.implementation()).isEqualTo(Work.class.getName());
        assertThat(now.dispatcher()).endsWith("w-1");
        assertThat(now.capacity()).isEqualTo(100);
        assertThat(now.queued()).isEqualTo(7);
        held.countDown();
        Await.until("all are handled", () -> only().handled() == 9 && only().queued() == 0);
        assertThat(only().mostQueued()).isEqualTo(7);
        assertThat(only().restarts()).isZero();
        assertThat(only().ageMillis()).isBetween(0L, 60_000L);
    }

    @Test
    void fullMailboxWasAsFullAsItCanBe() throws Exception {
        Worker worker = spawn(5, MailboxPolicy.DROP_NEWEST);
        CountDownLatch held = new CountDownLatch(1);
        worker.hold(held);
        Await.until("the actor is held", () -> only().queued() == 0);
        for (int i = 0; i < 6; i++) {
            worker.fail();
        }
        assertThat(only().mostQueued()).isEqualTo(5);
        held.countDown();
    }

    @Test
    void meanAndLongestAreOfTheMeasuredMessages() throws Exception {
        Worker worker = spawn(100, MailboxPolicy.REFUSE);
        worker.work(0).get();
        assertThat(only().measured()).isZero();
        assertThat(only().meanNanos()).isZero();
        Cancellable measuring = system.measureActors();
        Await.until("a run that began after that is told", () -> {
            worker.work(0).get();
            return only().measured() > 0;
        });
        worker.work(30).get();
        Await.until("it is told", () -> only().longestNanos() >= TimeUnit.MILLISECONDS.toNanos(30));
        measuring.cancel();
        ActorStatistics now = only();
        assertThat(now.measured()).isGreaterThan(1);
        assertThat(now.busyNanos()).isGreaterThanOrEqualTo(now.longestNanos());
        assertThat(now.meanNanos() * now.measured()).isCloseTo(now.busyNanos(), Offset.offset(1.0));
    }

    @Test
    void timeIsMeasuredWhileItIsAskedFor() throws Exception {
        Worker worker = spawn(100, MailboxPolicy.REFUSE);
        worker.work(2).get();
        assertThat(only().busyNanos()).isZero();
        Cancellable first = system.measureActors();
        Cancellable second = system.measureActors();
        Await.until("a run that began after that is told", () -> {
            worker.work(20).get();
            return only().busyNanos() >= TimeUnit.MILLISECONDS.toNanos(20);
        });
        assertThat(first.cancel()).isTrue();
        assertThat(first.cancel()).isFalse();
        long before = only().busyNanos();
        Await.until("the other one still measures", () -> {
            worker.work(1).get();
            return only().busyNanos() > before;
        });
        second.cancel();
        Await.until("nobody measures", () -> {
            long now = only().busyNanos();
            worker.work(1).get();
            worker.work(1).get();
            return only().busyNanos() == now;
        });
    }

    @Test
    void droppedMessagesAreNotHandledOnes() throws Exception {
        Worker worker = spawn(2, MailboxPolicy.DROP_OLDEST);
        CountDownLatch held = new CountDownLatch(1);
        worker.hold(held);
        Await.until("the actor is held", () -> only().queued() == 0);
        for (int i = 0; i < 5; i++) {
            worker.fail();
        }
        assertThat(only().dropped()).isEqualTo(3);
        held.countDown();
        Await.until("all are handled", () -> only().queued() == 0 && only().handled() == 3);
    }

    @ParameterizedTest
    @EnumSource(MailboxPolicy.class)
    void fullMailboxesAreDeadLetters(MailboxPolicy policy) throws Exception {
        List<DeadLetter> letters = new CopyOnWriteArrayList<>();
        Worker worker = spawn(1, policy);
        CountDownLatch held = new CountDownLatch(1);
        worker.hold(held);
        Await.until("the actor is held", () -> only().queued() == 0);
        worker.work(0);
        boolean dropped = policy == MailboxPolicy.DROP_NEWEST || policy == MailboxPolicy.DROP_OLDEST;
        Cancellable listening = system.onDeadLetter(letters::add);
        worker.work(0);

        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(dropped ? Reason.DROPPED : Reason.REFUSED);
            assertThat(letter.method()).isEqualTo("work");
            assertThat(letter.contract()).isEqualTo(Worker.class.getName());
            assertThat(letter.actor()).isEqualTo("w-1");
            assertThat(letter.failure()).isEmpty();
        });
        assertThat(listening.cancel()).isTrue();
        assertThat(listening.cancel()).isFalse();
        worker.work(0);
        assertThat(letters).hasSize(1);
        held.countDown();
    }

    @Test
    void failedTellsAndStoppedActorsAreDeadLetters() {
        List<DeadLetter> letters = new CopyOnWriteArrayList<>();
        system.onDeadLetter(letters::add);
        Worker worker = spawn(10, MailboxPolicy.REFUSE);
        worker.fail();
        Await.until("it failed", () -> letters.size() == 1);
        assertThat(letters.getFirst().reason()).isEqualTo(Reason.FAILED);
        assertThat(letters.getFirst().failure()).isEqualTo(IllegalStateException.class.getName());
        assertThat(letters.getFirst().text()).contains("secret");
        assertThat(letters.getFirst().toString()).doesNotContain("secret");
        assertThat(system.dump().toJson()).contains("FAILED").doesNotContain("secret");
        system.stop(worker);
        Await.until("it stopped", () -> system.actors() == 0);
        worker.fail();
        assertThat(letters.getLast().reason()).isEqualTo(Reason.STOPPED);
        assertThat(letters.getLast().text()).isEmpty();
        assertThat(system.deadLetters()).isEqualTo(letters.reversed());
        assertThat(system.countedDeadLetters()).isEqualTo(2);
    }

    @Test
    void aListenerThatFailsHarmsNobody() {
        List<DeadLetter> letters = new CopyOnWriteArrayList<>();
        system.onDeadLetter(_ -> {
            throw new LinkageError("of a listener");
        });
        system.onDeadLetter(letters::add);
        Worker worker = spawn(10, MailboxPolicy.REFUSE);
        worker.fail();
        worker.fail();
        Await.until("both are told", () -> letters.size() == 2);
    }

    @Test
    void listenersAreBounded() {
        List<Cancellable> listeners = new ArrayList<>();
        for (int i = 0; i < DeadLetters.MOST_LISTENERS; i++) {
            listeners.add(system.onDeadLetter(_ -> {}));
        }
        assertThatThrownBy(() -> system.onDeadLetter(_ -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("listeners=64 >= limit=64");
        listeners.getFirst().cancel();
        assertThat(system.onDeadLetter(_ -> {}).cancel()).isTrue();
    }
}

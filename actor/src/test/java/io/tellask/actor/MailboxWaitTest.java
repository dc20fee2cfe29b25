package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for room in a mailbox. The dispatcher runs only when told to, where nothing else is said. */
@Timeout(60)
class MailboxWaitTest {
    private static final int LIMIT = 2;

    public interface Sink {
        void put(int item);

        Promise<Integer> ask(int item);
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<Integer> items = new ArrayList<>();
    private Sink sink;

    private final class SinkActor implements Sink {
        @Override
        public void put(int item) {
            items.add(item);
        }

        @Override
        public Promise<Integer> ask(int item) {
            items.add(item);
            return Promise.of(item);
        }
    }

    private void spawn(Duration patience) {
        sink = system.spawn(
                Sink.class,
                SinkActor::new,
                SpawnOptions.on(dispatcher)
                        .withMailbox(LIMIT, MailboxPolicy.REFUSE)
                        .withMailboxPatience(patience));
    }

    private void fill() {
        for (int i = 0; i < LIMIT; i++) {
            sink.put(i);
        }
    }

    @AfterEach
    void close() {
        if (sink != null) {
            system.stop(sink);
            dispatcher.run();
        }
        system.close();
    }

    /** Begins a call that finds no room, and returns when its thread waits. */
    private static Thread waiting(Thread.Builder kind, Runnable call) {
        Thread thread = kind.start(call);
        Await.until("the thread waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadWaitsUntilThereIsRoom(boolean virtual) throws InterruptedException {
        spawn(Duration.ofMinutes(1));
        fill();
        Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
        Thread thread = waiting(kind, () -> sink.put(9));
        assertThat(items).isEmpty();
        dispatcher.run();
        thread.join();
        dispatcher.run();
        assertThat(items).containsExactly(0, 1, 9);
    }

    @Test
    void anAskWaitsToo() throws InterruptedException {
        spawn(Duration.ofMinutes(1));
        fill();
        CompletableFuture<Promise<Integer>> asked = new CompletableFuture<>();
        Thread thread = waiting(Thread.ofPlatform(), () -> asked.complete(sink.ask(9)));
        dispatcher.run();
        thread.join();
        dispatcher.run();
        assertThat(asked.join()).isCompletedWithValue(9);
    }

    @Test
    void whoFindsNoRoomInTimeIsRefused() {
        spawn(Duration.ofMillis(1));
        fill();
        assertThatThrownBy(() -> sink.put(9))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("mailboxPatience=PT0.001S");
        assertThatThrownBy(() -> sink.ask(9).join()).hasCauseInstanceOf(MailboxFullException.class);
        dispatcher.run();
        assertThat(items).containsExactly(0, 1);
    }

    @Test
    void aThreadThatRunsActorsIsRefusedAtOnce() {
        spawn(Duration.ofMinutes(1));
        fill();
        Sink teller = system.spawn(Sink.class, () -> new Sink() {
            @Override
            public void put(int item) {
                sink.put(item);
            }

            @Override
            public Promise<Integer> ask(int item) {
                sink.put(item);
                return Promise.of(item);
            }
        });
        assertThatThrownBy(() -> teller.ask(9).join())
                .cause()
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("runs actors and does not wait for room");
        dispatcher.run();
        assertThat(teller.ask(9)).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        spawn(Duration.ofMinutes(1));
        fill();
        CompletableFuture<String> told = new CompletableFuture<>();
        Thread thread = waiting(Thread.ofPlatform(), () -> {
            try {
                sink.put(9);
                told.complete("taken");
            } catch (CallInterruptedException interrupted) {
                told.complete("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        thread.interrupt();
        assertThat(told.join()).isEqualTo("interrupted true");
        thread.join();
        dispatcher.run();
        assertThat(items).containsExactly(0, 1);
    }

    @Test
    void aConstructorThatFillsItsOwnMailboxIsRefused() {
        List<String> refusals = new ArrayList<>();
        class Talkative extends Actor implements Sink {
            Talkative() {
                for (int i = 0; i <= LIMIT; i++) {
                    try {
                        self(Sink.class).put(i);
                    } catch (MailboxFullException full) {
                        refusals.add(full.getMessage());
                    }
                }
            }

            @Override
            public void put(int item) {
                items.add(item);
            }

            @Override
            public Promise<Integer> ask(int item) {
                return Promise.of(item);
            }
        }
        sink = system.spawn(
                Sink.class, Talkative::new, SpawnOptions.on(dispatcher).withMailbox(LIMIT, MailboxPolicy.WAIT));
        assertThat(refusals).singleElement().asString().contains("does not wait for room");
    }

    @Test
    void whoWaitsForAnActorThatStopsIsTold() throws InterruptedException {
        spawn(Duration.ofMinutes(1));
        fill();
        system.stop(sink);
        CompletableFuture<Promise<Integer>> asked = new CompletableFuture<>();
        Thread thread = waiting(Thread.ofPlatform(), () -> asked.complete(sink.ask(9)));
        dispatcher.run();
        thread.join();
        dispatcher.run();
        assertThatThrownBy(() -> asked.join().join()).hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(items).containsExactly(0, 1);
    }

    @Test
    void waitsForBytes() throws InterruptedException {
        sink = system.spawn(
                Sink.class,
                SinkActor::new,
                SpawnOptions.on(dispatcher).withMailboxBytes(96 * LIMIT).withMailboxPatience(Duration.ofMinutes(1)));
        fill();
        Thread thread = waiting(Thread.ofPlatform(), () -> sink.put(9));
        dispatcher.run();
        thread.join();
        dispatcher.run();
        assertThat(items).containsExactly(0, 1, 9);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 200})
    void everyMessageOfManyThreadsIsHandledInTheOrderOfItsThread(int capacity) throws InterruptedException {
        int threads = 6;
        int each = 2_000;
        CountDownLatch all = new CountDownLatch(threads * each);
        int[] next = new int[threads];
        List<String> wrong = new ArrayList<>();
        Sink counting = system.spawn(
                Sink.class,
                () -> new Sink() {
                    @Override
                    public void put(int item) {
                        if (next[item / each]++ != item % each) {
                            wrong.add("item " + item);
                        }
                        all.countDown();
                    }

                    @Override
                    public Promise<Integer> ask(int item) {
                        return Promise.of(item);
                    }
                },
                SpawnOptions.pool().withMailbox(capacity, MailboxPolicy.WAIT));
        for (int thread = 0; thread < threads; thread++) {
            int first = thread * each;
            Thread.Builder kind = thread % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            kind.start(() -> {
                for (int i = 0; i < each; i++) {
                    counting.put(first + i);
                }
            });
        }
        assertThat(all.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(wrong).isEmpty();
        ActorCell<?> cell = ((LocalReference) (Object) counting).cell();
        assertThat(cell.droppedMessages()).isZero();
    }

    @Test
    void optionsRefuseWhatCannotBe() {
        for (Duration wrong :
                List.of(Duration.ZERO, Duration.ofNanos(-1), MailboxOptions.LONGEST_PATIENCE.plusNanos(1))) {
            assertThatThrownBy(() -> SpawnOptions.defaults().withMailboxPatience(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("mailboxPatience=" + wrong);
        }
        assertThat(SpawnOptions.defaults()
                        .withMailboxPatience(Duration.ofNanos(1))
                        .mailbox()
                        .patience())
                .isEqualTo(Duration.ofNanos(1));
        assertThat(SpawnOptions.defaults()
                        .withMailboxPatience(MailboxOptions.LONGEST_PATIENCE)
                        .mailbox()
                        .policy())
                .isEqualTo(MailboxPolicy.WAIT);
    }
}

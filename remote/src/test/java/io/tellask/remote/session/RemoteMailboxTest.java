package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Urgent;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other processes see of an actor's mailbox: its limit in bytes, waiting for room, and calls that go ahead. */
@Timeout(60)
class RemoteMailboxTest {
    private static final URI ADDRESS = URI.create("memory://mailboxes");
    private static final int BYTES = 1_000;

    public interface Desk {
        void hold();

        Promise<Integer> length(byte[] bytes);

        void note(int number);

        @Urgent
        void hurry(int number);
    }

    private final MemoryTransport transport = new MemoryTransport();
    private final ActorSystem here = ActorSystem.create();
    private final ActorSystem there = ActorSystem.create();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Integer> noted = new CopyOnWriteArrayList<>();

    private final class Clerk implements Desk {
        @Override
        public void hold() {
            held.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Promise<Integer> length(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        @Override
        public void note(int number) {
            noted.add(number);
        }

        @Override
        public void hurry(int number) {
            noted.add(number);
        }
    }

    /** The desk as another process sees it; its actor is held until the gate opens. */
    private Desk held(SpawnOptions options) {
        Server.builder(there)
                .publish("desk", Desk.class, there.spawn(Desk.class, Clerk::new, options))
                .transport(transport)
                .listen(ADDRESS)
                .start();
        Desk desk = Client.builder(here).transport(transport).connect(ADDRESS).lookup("desk", Desk.class);
        desk.length(new byte[0]).join();
        desk.hold();
        Await.until("the actor is held", () -> held.getCount() == 0);
        return desk;
    }

    @AfterEach
    void close() {
        gate.countDown();
        here.close();
        there.close();
    }

    @Test
    void callsOverTheBytesOfTheMailboxAreRefusedAndGiveTheirCreditBack() {
        Desk desk = held(SpawnOptions.dedicatedThread().withMailboxBytes(10 * 2 * BYTES));
        List<Promise<Integer>> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            asked.add(desk.length(new byte[BYTES]));
        }
        assertThat(failure(asked.getLast()))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("mailboxBytes=" + 10 * 2 * BYTES);
        gate.countDown();
        assertThat(asked.getFirst().join()).isEqualTo(BYTES);
        int refused = 0;
        asked.clear();
        for (int i = 0; i < 20_000; i++) {
            asked.add(desk.length(new byte[BYTES])); // waits for credit
        }
        for (Promise<Integer> each : asked) {
            Throwable failure = failure(each);
            if (failure == null) {
                assertThat(each.join()).isEqualTo(BYTES);
            } else {
                assertThat(failure).isInstanceOf(MailboxFullException.class);
                refused++;
            }
        }
        assertThat(refused).isLessThan(asked.size());
        assertThat(desk.length(new byte[BYTES]).join()).isEqualTo(BYTES);
    }

    @Test
    void callsThatAreNotLimitedByBytesWaitForCreditAndAreNotRefused() {
        Desk desk = held(SpawnOptions.dedicatedThread().withMailbox(1, MailboxPolicy.REFUSE));
        List<Promise<Integer>> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            asked.add(desk.length(new byte[i]));
        }
        gate.countDown();
        for (int i = 0; i < 100; i++) {
            assertThat(asked.get(i)).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(i);
        }
    }

    @Test
    void nobodyWaitsForRoomInAnotherProcess() {
        Desk desk = held(
                SpawnOptions.dedicatedThread().withMailboxBytes(4 * BYTES).withMailboxPatience(Duration.ofMinutes(1)));
        Promise<Integer> first = desk.length(new byte[BYTES]);
        assertThat(failure(desk.length(new byte[BYTES])))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("does not wait for room");
        gate.countDown();
        assertThat(first.join()).isEqualTo(BYTES);
    }

    @Test
    void urgentCallsGoAheadOfWhatWaits() {
        Desk desk = held(SpawnOptions.dedicatedThread());
        desk.note(1);
        desk.note(2);
        desk.hurry(3);
        desk.note(4);
        desk.hurry(5);
        Await.until("all calls wait", () -> there.queuedMessages() == 5);
        gate.countDown();
        Await.until("all calls were handled", () -> noted.size() == 5);
        assertThat(noted).containsExactly(3, 5, 1, 2, 4);
    }

    private static Throwable failure(Promise<?> promise) {
        Throwable thrown = catchThrowable(promise::join);
        return thrown instanceof CompletionException ? thrown.getCause() : thrown;
    }
}

package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailboxTest {
    @Test
    void givesOutInOrderAndIsEmptyAgain() {
        Mailbox mailbox = new Mailbox(10);
        assertThat(mailbox.isEmpty()).isTrue();
        assertThat(mailbox.poll()).isNull();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                assertThat(mailbox.offer(new Numbered(0, i))).isTrue();
                assertThat(mailbox.isEmpty()).isFalse();
            }
            for (int i = 0; i < 5; i++) {
                assertThat(((Numbered) mailbox.poll()).number).isEqualTo(i);
            }
            assertThat(mailbox.poll()).isNull();
            assertThat(mailbox.isEmpty()).isTrue();
        }
    }

    @Test
    void refusesOneMoreThanItsCapacity() {
        for (int capacity : new int[] {1, 2, 255, 256, 257, 1_000}) {
            Mailbox mailbox = new Mailbox(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(mailbox.offer(new Numbered(0, i))).isTrue();
            }
            assertThat(mailbox.offer(new Numbered(0, 0))).isFalse();
            assertThat(mailbox.size()).isEqualTo(capacity);
            mailbox.poll();
            assertThat(mailbox.offer(new Numbered(0, 0))).isTrue();
            assertThat(mailbox.offer(new Numbered(0, 0))).isFalse();
        }
    }

    /** Also while the mailbox never becomes empty. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void letsGoOfMessagesThatWereTaken(boolean oneIsKept) {
        Mailbox mailbox = new Mailbox(10);
        mailbox.push(new Numbered(0, 0));
        mailbox.push(new Numbered(0, 1));
        List<WeakReference<Message>> taken = new ArrayList<>();
        Message kept = oneIsKept ? mailbox.poll() : null;
        for (int i = 2; i < 1_000; i++) {
            mailbox.push(new Numbered(0, i));
            taken.add(new WeakReference<>(mailbox.poll()));
        }
        for (int i = 0; i < 100 && taken.stream().anyMatch(message -> message.get() != null); i++) {
            System.gc();
        }
        assertThat(taken).allMatch(message -> message.get() == null);
        assertThat(mailbox.isEmpty()).isFalse();
        Reference.reachabilityFence(kept);
    }

    @Test
    void pushDoesNotAskForRoom() {
        Mailbox mailbox = new Mailbox(1);
        mailbox.push(new Numbered(0, 0));
        mailbox.push(new Numbered(0, 1));
        assertThat(mailbox.size()).isEqualTo(2);
        assertThat(mailbox.offer(new Numbered(0, 2))).isFalse();
        mailbox.poll();
        assertThat(mailbox.offer(new Numbered(0, 2))).isFalse();
        mailbox.poll();
        assertThat(mailbox.offer(new Numbered(0, 2))).isTrue();
    }

    @Test
    void aRacingSenderThatIsRefusedTakesNobodysPlace() throws InterruptedException {
        // Two senders, one place: whenever the taker has made room, one of the two must find it.
        Mailbox mailbox = new Mailbox(1);
        int messages = 5_000;
        AtomicInteger accepted = new AtomicInteger();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            senders.add(Thread.ofPlatform().start(() -> {
                while (accepted.get() < messages) {
                    if (mailbox.offer(new Numbered(0, 0))) {
                        accepted.incrementAndGet();
                    } else {
                        Thread.yield();
                    }
                }
            }));
        }
        int taken = 0;
        while (taken < messages) {
            if (mailbox.poll() != null) {
                taken++;
            } else {
                Thread.yield();
            }
        }
        for (Thread sender : senders) {
            while (sender.isAlive()) {
                mailbox.poll();
            }
        }
        assertThat(mailbox.size()).isLessThanOrEqualTo(1);
    }

    @Test
    void keepsTheOrderOfEachSenderUnderContention() throws InterruptedException {
        keepsTheOrderOfEachSender(new Mailbox(1_000), 4, 50_000);
        keepsTheOrderOfEachSender(new Mailbox(3), 3, 5_000);
        keepsTheOrderOfEachSender(new DroppingMailbox(1_000), 4, 20_000);
    }

    private static void keepsTheOrderOfEachSender(Mailbox mailbox, int senders, int messagesEach)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            int sender = i;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int number = 0; number < messagesEach; number++) {
                    Numbered message = new Numbered(sender, number);
                    if (number % 16 == 0) {
                        mailbox.push(message);
                    } else if (number % 16 == 1 && number + 1 < messagesEach) {
                        Message second = new Numbered(sender, ++number);
                        Message.NEXT.set(message, second);
                        mailbox.push(message, second, 2);
                    } else {
                        while (!mailbox.offer(message)) {
                            Thread.yield();
                        }
                    }
                }
            }));
        }
        int[] next = new int[senders];
        int taken = 0;
        while (taken < senders * messagesEach) {
            Numbered message = (Numbered) mailbox.poll();
            if (message != null) {
                assertThat(message.number).isEqualTo(next[message.sender]++);
                taken++;
            } else {
                Thread.yield();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(mailbox.poll()).isNull();
        assertThat(mailbox.isEmpty()).isTrue();
        assertThat(mailbox.size()).isZero();
    }
}

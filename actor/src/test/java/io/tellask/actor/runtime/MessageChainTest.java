package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.contract.LocalReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessageChainTest {
    private final ActorSystem system = ActorSystem.create();
    private final CountDownLatch go = new CountDownLatch(1);
    private final ActorCell<?> first = busy();
    private final ActorCell<?> second = busy();
    private final MessageChain chain = new MessageChain();
    private final List<Integer> delivered = new ArrayList<>(); // by one actor

    /** Of an actor that handles nothing before {@link #go}. */
    private ActorCell<?> busy() {
        Runnable actor = system.spawn(Runnable.class, () -> () -> {}, SpawnOptions.dedicatedThread());
        ActorCell<?> cell = ((LocalReference) actor).cell();
        CountDownLatch begun = new CountDownLatch(1);
        cell.enqueue(() -> {
            begun.countDown();
            awaitLatch(go);
        });
        awaitLatch(begun);
        return cell;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        go.countDown();
        system.close();
    }

    @Test
    void sendsNothingBeforeItIsFlushed() {
        chain.add(first, new Recorded(0));
        chain.add(first, new Recorded(1));
        assertThat(first.queuedMessages()).isZero();
        chain.flush();
        assertThat(first.queuedMessages()).isEqualTo(2);
        chain.flush();
        assertThat(first.queuedMessages()).isEqualTo(2);
    }

    @Test
    void sendsWhatIsForOneActorBeforeItGathersForAnother() {
        chain.add(first, new Recorded(0));
        chain.add(second, new Recorded(1));
        assertThat(first.queuedMessages()).isEqualTo(1);
        assertThat(second.queuedMessages()).isZero();
        chain.flush();
        assertThat(second.queuedMessages()).isEqualTo(1);
    }

    @Test
    void sendsAFullChainAtOnce() {
        for (int i = 1; i < MessageChain.MOST_MESSAGES; i++) {
            chain.add(first, new Recorded(i));
        }
        assertThat(first.queuedMessages()).isZero();
        chain.add(first, new Recorded(0));
        assertThat(first.queuedMessages()).isEqualTo(MessageChain.MOST_MESSAGES);
    }

    @Test
    void keepsTheOrder() throws Exception {
        int messages = 10 * MessageChain.MOST_MESSAGES + 7;
        for (int i = 0; i < messages; i++) {
            chain.add(first, new Recorded(i));
            if (i % 13 == 0) {
                chain.flush();
            }
        }
        chain.flush();
        CompletableFuture<List<Integer>> seen = new CompletableFuture<>();
        first.enqueue(() -> seen.complete(List.copyOf(delivered)));
        go.countDown();
        assertThat(seen.get(30, TimeUnit.SECONDS)).hasSize(messages).isSorted();
    }

    private final class Recorded extends Message {
        private final int number;

        Recorded(int number) {
            this.number = number;
        }

        @Override
        public void deliver(ActorCell<?> cell) {
            delivered.add(number);
        }

        @Override
        public void refuse(RuntimeException reason) {
            throw new AssertionError("its actor has not stopped", reason);
        }
    }
}

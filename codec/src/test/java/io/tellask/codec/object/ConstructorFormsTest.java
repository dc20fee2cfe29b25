package io.tellask.codec.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.RoundTrips;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks and blocking queues come back unlocked, of the same kind, and usable, with references and without. */
@Timeout(60)
public class ConstructorFormsTest {
    private static final Codec GRAPHS =
            Codec.builder().allow(Held.class, Guarded.class, Longer.class).build();
    private static final Codec TREES = GRAPHS.toBuilder().trackReferences(false).build();

    static Stream<Codec> codecs() {
        return Stream.of(GRAPHS, TREES);
    }

    private static <T> T copy(Codec codec, T value) {
        return RoundTrips.standalone(codec, value);
    }

    private static boolean elsewhere(java.util.function.BooleanSupplier question) {
        return CompletableFuture.supplyAsync(question::getAsBoolean).join();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void lockComesBackUnlockedAndLocks(Codec codec) {
        for (boolean isFair : new boolean[] {true, false}) {
            ReentrantLock lock = new ReentrantLock(isFair);
            lock.lock();

            ReentrantLock back = copy(codec, lock);

            assertThat(back.isFair()).isEqualTo(isFair);
            assertThat(back.isLocked()).isFalse();
            back.lock();
            assertThat(elsewhere(back::tryLock)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void writerKeepsReadersOut(Codec codec) {
        for (boolean isFair : new boolean[] {true, false}) {
            ReentrantReadWriteLock back = copy(codec, new ReentrantReadWriteLock(isFair));

            assertThat(back.isFair()).isEqualTo(isFair);
            back.writeLock().lock();
            assertThat(elsewhere(() -> back.readLock().tryLock())).isFalse();
            back.writeLock().unlock();
            assertThat(elsewhere(() -> back.readLock().tryLock())).isTrue();
        }
        StampedLock stamped = copy(codec, new StampedLock());
        stamped.unlockWrite(stamped.writeLock());
        assertThat(stamped.tryReadLock()).isNotZero();
        assertThat(stamped.tryWriteLock()).isZero();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void semaphoreKeepsItsPermits(Codec codec) {
        for (int permits : new int[] {3, 0, -2}) {
            Semaphore back = copy(codec, new Semaphore(permits, permits > 0));

            assertThat(back.availablePermits()).isEqualTo(permits);
            assertThat(back.isFair()).isEqualTo(permits > 0);
            assertThat(back.tryAcquire()).isEqualTo(permits > 0);
        }
    }

    public static List<BlockingQueue<Object>> queues() {
        return List.of(
                new ArrayBlockingQueue<>(3, true),
                new ArrayBlockingQueue<>(3),
                new LinkedBlockingQueue<>(3),
                new LinkedBlockingDeque<>(3),
                new LinkedBlockingQueue<>(),
                new LinkedBlockingDeque<>(),
                new PriorityBlockingQueue<>(3));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void queueTakesPutAndTakeFromOtherThreads(Codec codec) throws Exception {
        for (BlockingQueue<Object> queue : queues()) {
            queue.addAll(List.of("b", "c"));
            BlockingQueue<Object> back = copy(codec, queue);

            assertThat(back).hasSameClassAs(queue).containsExactlyElementsOf(queue);
            assertThat(back.remainingCapacity()).isEqualTo(queue.remainingCapacity());
            back.put("d");
            assertThat(back.take()).isEqualTo("b");
            assertThat(back.take()).isEqualTo("c");
            assertThat(back.take()).isEqualTo("d");
            CompletableFuture<Object> taken = CompletableFuture.supplyAsync(() -> take(back));
            back.put("e");
            assertThat(taken.join()).isEqualTo("e");
            assertThat(back).isEmpty();
        }
    }

    private static Object take(BlockingQueue<?> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void largeQueueWithoutElementsComesBack() {
        assertThat(copy(GRAPHS, new ArrayBlockingQueue<>(100_000)).remainingCapacity())
                .isEqualTo(100_000);
    }

    record Held(Object content, String name) implements Comparable<Held> {
        @Override
        public int compareTo(Held other) {
            return name.compareTo(other.name);
        }
    }

    static final class Guarded {
        final ReentrantLock lock = new ReentrantLock();
        final Semaphore slots = new Semaphore(2);
        Object content;
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void fieldsOfClassesHoldThem(Codec codec) {
        Guarded guarded = new Guarded();
        guarded.content = new LinkedBlockingQueue<>(List.of(1));

        Guarded back = copy(codec, guarded);

        assertThat(back.lock.tryLock()).isTrue();
        assertThat(back.slots.availablePermits()).isEqualTo(2);
        assertThat((Queue<?>) back.content).hasSize(1);
    }

    @Test
    void queueLiesOnCyclesAndIsShared() {
        for (BlockingQueue<Object> queue : queues()) {
            queue.add(new Held(queue, "a"));
            Guarded owner = new Guarded();
            owner.content = queue;
            queue.add(new Held(owner, "b"));
            Object[] root = {queue, owner, queue};

            Object[] back = copy(GRAPHS, root);

            Collection<?> elements = (Collection<?>) back[0];
            assertThat(back[2]).isSameAs(elements);
            assertThat(((Guarded) back[1]).content).isSameAs(elements);
            assertThat(elements).hasSize(2);
            List<?> held = new ArrayList<>(elements);
            assertThat(((Held) held.get(0)).content).isSameAs(elements);
            assertThat(((Held) held.get(1)).content).isSameAs(back[1]);
        }
    }

    @Test
    void ordersOfQueuesTravel() {
        PriorityBlockingQueue<String> queue = new PriorityBlockingQueue<>(1, Comparator.reverseOrder());
        queue.addAll(List.of("a", "c", "b"));

        PriorityBlockingQueue<String> back = copy(GRAPHS, queue);

        back.add("d");
        assertThat(List.of(back.poll(), back.poll(), back.poll(), back.poll())).containsExactly("d", "c", "b", "a");
    }

    static final class Longer extends LinkedBlockingQueue<Object> {}

    @Test
    void whatHasTheLocksOfAnotherIsRefused() {
        assertThatThrownBy(() -> GRAPHS.encode(new Longer())).hasMessageContaining("whose locks do not travel");
        assertThatThrownBy(() -> GRAPHS.encode(new ReentrantReadWriteLock().readLock()))
                .hasMessageContaining("is a Lock and stands for something of this process");
    }

    @Test
    void sharedElementsDoNotMultiply() {
        byte[] bytes = GRAPHS.encode(new Object[] {new LinkedBlockingQueue<>(List.of(1)), new LinkedBlockingQueue<>()});
        String text = HexFormat.of().formatHex(bytes);
        byte[] aliased = HexFormat.of().parseHex(text.substring(0, text.length() - 4) + "0102");
        aliased[0] |= 0x10;

        assertThatThrownBy(() -> GRAPHS.decode(aliased, Object[].class))
                .hasMessageContaining("field=elements of class=java.util.concurrent.LinkedBlockingQueue is no");
    }
}

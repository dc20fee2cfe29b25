package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loops over streams on threads that may wait. */
class StreamItemsTest {
    public interface Looper {
        Promise<Integer> loop();
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void yieldsTheItemsInOrderWhateverTheBatch() {
        List<Integer> all = IntStream.range(0, 10_000).boxed().toList();
        for (int batch : new int[] {1, 2, 3, 64, 20_000}) {
            List<Integer> seen = new ArrayList<>();
            for (int item : Streams.iterate(Streams.of(all), batch)) {
                seen.add(item);
            }
            assertThat(seen).isEqualTo(all);
        }
    }

    @Test
    void waitsForItemsAndAsksForNoMoreThanABatchAhead() throws InterruptedException {
        Emitter<Integer> emitter = new Emitter<>(10);
        List<Integer> seen = new CopyOnWriteArrayList<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            for (int item : Streams.iterate(emitter, 4)) {
                seen.add(item);
            }
        });
        Await.until("the request", () -> emitter.requested() == 4);
        emitter.emit(1);
        emitter.emit(2);
        Await.until("two items are taken", () -> seen.size() == 2 && emitter.requested() <= 4);
        emitter.complete();
        thread.join();
        assertThat(seen).containsExactly(1, 2);
    }

    @Test
    void throwsWhatTheStreamFailsWith() {
        Emitter<Integer> emitter = new Emitter<>();
        emitter.emit(1);
        IOException failure = new IOException("torn");
        emitter.fail(failure);
        Iterator<Integer> items = Streams.iterate(emitter, 4).iterator();
        assertThat(items.next()).isEqualTo(1);
        assertThatThrownBy(items::hasNext).isSameAs(failure);
        assertThat(items.hasNext()).isFalse();
        assertThatThrownBy(items::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void cancelsWhenClosed() {
        Emitter<Integer> emitter = new Emitter<>();
        emitter.emit(1);
        emitter.emit(2);
        try (StreamItems<Integer> items = Streams.iterate(emitter, 4)) {
            Iterator<Integer> iterator = items.iterator();
            assertThat(iterator.next()).isEqualTo(1);
            items.close();
            assertThat(iterator.hasNext()).isFalse();
        }
        assertThat(emitter.isCancelled()).isTrue();
    }

    @Test
    void closedBeforeItsLoopIsNeverSubscribedTo() {
        Emitter<Integer> emitter = new Emitter<>();
        StreamItems<Integer> items = Streams.iterate(emitter, 4);
        items.close();
        assertThatThrownBy(items::iterator).isInstanceOf(IllegalStateException.class);
        assertThat(Streams.collect(Streams.of(List.of(1))).join()).containsExactly(1);
        emitter.emit(1);
        emitter.complete();
        assertThat(Streams.collect(emitter).join()).containsExactly(1);
    }

    @Test
    void interruptCancelsTheStream() throws InterruptedException {
        Emitter<Integer> emitter = new Emitter<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                Streams.iterate(emitter, 4).iterator().hasNext();
            } catch (CallInterruptedException interrupted) {
                thrown.set(interrupted);
            }
        });
        Await.until("the request", () -> emitter.requested() == 4);
        thread.interrupt();
        thread.join();
        assertThat(thrown.get()).hasMessageContaining("was interrupted while it waited for an item");
        assertThat(emitter.isCancelled()).isTrue();
    }

    @Test
    void servesOneLoop() {
        StreamItems<Integer> items = Streams.iterate(Streams.of(List.of(1)), 4);
        assertThat(items.iterator().next()).isEqualTo(1);
        assertThatThrownBy(items::iterator)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("iterate: the items were asked for before; call iterate again");
    }

    @Test
    void refusesToWaitOnAnActorsThread() {
        Looper looper = system.spawn(Looper.class, () -> () -> {
            Streams.iterate(Streams.of(List.of(1)), 4).iterator();
            return Promise.of(1);
        });
        assertThatThrownBy(() -> looper.loop().join()).hasCauseInstanceOf(BlockingCallException.class);
    }

    @Test
    void refusesABatchOfNothing() {
        assertThatThrownBy(() -> Streams.iterate(Streams.of(List.of(1)), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("batchItems=0 < 1");
    }
}

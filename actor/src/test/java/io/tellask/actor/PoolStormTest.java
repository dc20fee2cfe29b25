package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Much at once on few threads of a pool: actors that come and go, timers, streams. */
@Timeout(60)
class PoolStormTest {
    private static final int THREADS = 4;
    private static final int ACTORS = 1_000;
    private static final int ITEMS = 2_000;

    /** Lives shortly. */
    public interface Guest {
        void tell(int number);

        Promise<Integer> told();
    }

    /** Sets timers. */
    public interface Alarm {
        Promise<Integer> ring(int timers);
    }

    /** Has numbers. */
    public interface Source {
        Flow.Publisher<Integer> numbers(int end);
    }

    /** Reads them. */
    public interface Sink {
        Promise<Integer> read(Source source, int end);
    }

    private final ActorSystem system = ActorSystem.builder().poolThreads(3).build();

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void actorsComeAndGoFromManyThreadsAndLeaveNothing() throws Exception {
        List<WeakReference<Object>> left = new ArrayList<>();
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> hosts = IntStream.range(0, THREADS)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    for (int j = 0; j < ACTORS; j++) {
                        WeakReference<Object> gone = visit(wrong);
                        synchronized (left) {
                            left.add(gone);
                        }
                    }
                }))
                .toList();
        for (Thread each : hosts) {
            each.join();
        }
        assertThat(wrong).hasValue(0);
        Await.until("all have stopped", () -> system.actors() == 0);
        Await.until("nothing keeps those that have stopped", () -> {
            System.gc();
            return left.stream().allMatch(each -> each.refersTo(null));
        });
    }

    private WeakReference<Object> visit(AtomicInteger wrong) {
        GuestActor actor = new GuestActor();
        Guest guest = system.spawn(Guest.class, () -> actor, SpawnOptions.pool());
        for (int i = 0; i < 3; i++) {
            guest.tell(i);
        }
        Promise<Integer> told = guest.told();
        system.stop(guest);
        if (told.join() != 3) {
            wrong.incrementAndGet();
        }
        return new WeakReference<>(actor);
    }

    @Test
    void eachTimerOfManyActorsRunsOnceAsItsActor() {
        List<Promise<Integer>> rung = IntStream.range(0, 200)
                .mapToObj(i -> system.spawn(Alarm.class, AlarmActor::new, SpawnOptions.pool())
                        .ring(5))
                .toList();
        for (Promise<Integer> each : rung) {
            assertThat(each.join()).isEqualTo(5);
        }
    }

    @Test
    void streamsBetweenActorsOfThePoolKeepTheirOrder() {
        List<Promise<Integer>> read = IntStream.range(0, 20)
                .mapToObj(i -> system.spawn(Sink.class, SinkActor::new, SpawnOptions.pool())
                        .read(system.spawn(Source.class, () -> end -> numbers(end), SpawnOptions.pool()), ITEMS))
                .toList();
        for (Promise<Integer> each : read) {
            assertThat(each.join()).isEqualTo(ITEMS);
        }
    }

    private static Flow.Publisher<Integer> numbers(int end) {
        return Streams.of(IntStream.range(0, end).boxed().toList());
    }

    private static final class GuestActor implements Guest {
        private int told; // plain, as all state of actors

        @Override
        public void tell(int number) {
            told += number == told ? 1 : 1_000;
        }

        @Override
        public Promise<Integer> told() {
            return Promise.of(told);
        }
    }

    private static final class AlarmActor extends Actor implements Alarm {
        private final Promise<Integer> all = new Promise<>();
        private int rung;

        @Override
        public Promise<Integer> ring(int timers) {
            for (int i = 0; i < timers; i++) {
                timers().after(Duration.ofMillis(i % 3), () -> {
                    if (++rung == timers) {
                        all.complete(rung);
                    }
                });
                timers().after(Duration.ofMillis(i % 3), () -> rung += 1_000).cancel();
            }
            return all;
        }
    }

    private static final class SinkActor extends Actor implements Sink {
        private int next;

        @Override
        public Promise<Integer> read(Source source, int end) {
            return Streams.forEach(source.numbers(end), 64, item -> next += item == next ? 1 : ITEMS)
                    .thenApply(nothing -> next);
        }
    }
}

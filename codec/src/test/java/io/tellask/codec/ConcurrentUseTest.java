package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many threads meet the same new classes at once. */
class ConcurrentUseTest {
    private static final int THREADS = 8;

    private static void inParallel(ExecutorService threads, Runnable work) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            done.add(threads.submit(() -> {
                start.await();
                work.run();
                return null;
            }));
        }
        start.countDown();
        for (Future<?> each : done) {
            each.get();
        }
    }

    @Test
    void classesAreMetForTheFirstTimeByManyThreads() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < 15; round++) {
                Codec codec = Graphs.CODEC.toBuilder().build();
                Object root = new Graphs(round, true).root();
                String expected = GraphText.of(root, true);
                inParallel(
                        threads,
                        () -> assertThat(GraphText.of(codec.decode(codec.encode(root), Object.class), true))
                                .isEqualTo(expected));
            }
        }
    }

    @Test
    void virtualThreadsShareOneSession() throws Exception {
        Map<Integer, Integer> announced = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 15; round++) {
                announced.clear();
                ScopedDecoder decoder = Graphs.CODEC.newScopedDecoder();
                ScopedEncoder encoder = Graphs.CODEC.newScopedEncoder((id, descriptor) -> {
                    announced.merge(id, 1, Integer::sum);
                    decoder.learn(id, new ByteReader(descriptor));
                });
                Object root = new Graphs(round + 100, true).root();
                String expected = GraphText.of(root, true);
                inParallel(threads, () -> {
                    ByteWriter out = new ByteWriter(64);
                    encoder.encode(root, Object.class, out);
                    assertThat(GraphText.of(decoder.decode(new ByteReader(out.toByteArray()), Object.class), true))
                            .isEqualTo(expected);
                });
                assertThat(announced.values()).allMatch(times -> times == 1);
            }
        }
    }
}

package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads encode and decode the same objects at the moment when one codec meets their class for the first time;
 * each round brings the class anew, from a loader of its own.
 */
class FirstUseTest {
    private static final int THREADS = 8;
    private static final int TRIPS = 20;

    private final Codec codec = Codec.builder().allowPackage("app").build();

    @Test
    @Timeout(60)
    void threadsMeetAClassTogether() throws Exception {
        meet(60);
    }

    @Test
    @Tag("slow")
    void threadsMeetThousandsOfClassesTogether() throws Exception {
        meet(20_000);
    }

    private void meet(int rounds) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < rounds; round++) {
                FreshClasses classes = new FreshClasses();
                Object last = classes.make(round, "last", null);
                Object root = classes.make(1, "root", classes.make(2, "middle", last));
                last.getClass().getField("other").set(last, root);
                CyclicBarrier start = new CyclicBarrier(THREADS);
                List<Future<?>> trips = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    trips.add(threads.submit(() -> travel(root, start)));
                }
                for (Future<?> trip : trips) {
                    trip.get();
                }
            }
        }
    }

    private Object travel(Object root, CyclicBarrier start) throws Exception {
        String expected = FreshClasses.text(root);
        start.await();
        for (int i = 0; i < TRIPS; i++) {
            Object back = codec.decode(codec.encode(root), root.getClass());
            assertThat(FreshClasses.text(back)).isEqualTo(expected);
        }
        return root;
    }
}

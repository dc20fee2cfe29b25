package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is generated for a contract, once however many threads ask for it at the same time. */
@Timeout(60)
class RemoteContractTest {
    private static final int THREADS = 8;

    /** A contract that nobody has used yet. */
    public interface First {
        Promise<Integer> one(int number);
    }

    /** Another. */
    public interface Second {
        Promise<Integer> two(int number, String text);
    }

    /** Another. */
    public interface Third {
        void three(long number);
    }

    @ParameterizedTest
    @ValueSource(classes = {First.class, Second.class, Third.class})
    void manyThreadsGetTheSame(Class<?> contract) throws Exception {
        CountDownLatch ready = new CountDownLatch(THREADS);
        Callable<RemoteContract<?>> asking = () -> {
            ready.countDown();
            ready.await();
            return RemoteContract.of(contract);
        };
        List<RemoteContract<?>> found = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<RemoteContract<?>>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(asking);
            }
            for (Future<RemoteContract<?>> one : threads.invokeAll(all)) {
                found.add(one.get());
            }
        }
        assertThat(found).hasSize(THREADS).containsOnly(found.getFirst());
    }
}

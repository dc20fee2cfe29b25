package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Who closes a map that another thread is closing finds it closed afterwards, and its directory free. */
class ConcurrentCloseTest {
    @TempDir
    Path directory;

    @RepeatedTest(20)
    void directoryIsFreeAfterEitherClose() throws Exception {
        DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class);
        for (int i = 0; i < 2_000; i++) {
            map.put("key" + i, "value");
        }
        CyclicBarrier both = new CyclicBarrier(2);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> closing = other.submit(() -> {
                both.await();
                map.close();
                return null;
            });
            both.await();
            map.close();
            try (DurableMap<String, String> again = DurableMap.open(directory, String.class, String.class)) {
                assertThat(again.get("key7")).isEqualTo("value");
            }
            closing.get();
        }
    }
}

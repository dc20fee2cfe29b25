package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many threads meet another version of a class, and copy, while the codec learns the classes and generates readers. */
class ConcurrentVersionsTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 150;

    @Test
    void everyThreadReadsTheOldVersionAndCopiesTheNew() throws Exception {
        Object old = CompiledClasses.of(
                        "app.Item",
                        "package app; public class Item { int a = 1; String b = \"b\"; Object gone = 2; public Item() {} }")
                .type("app.Item")
                .getConstructor()
                .newInstance();
        Class<?> fresh = CompiledClasses.of(
                        "app.Item",
                        "package app; public class Item { Long a; @io.tellask.codec.FormerName(\"b\") String c; Item me = this;"
                                + " public String toString() { return a + c; } }")
                .type("app.Item");
        Codec codec = Codec.builder().build();
        byte[] bytes = codec.encode(old);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Callable<String> work = () -> {
            start.await();
            String read = "";
            for (int i = 0; i < ROUNDS; i++) {
                Object item = codec.decode(bytes, fresh);
                read = String.valueOf(codec.copy(item));
            }
            return read;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<String>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                results.add(threads.submit(work));
            }
            for (Future<String> result : results) {
                assertThat(result.get()).isEqualTo("1b");
            }
        }
    }
}

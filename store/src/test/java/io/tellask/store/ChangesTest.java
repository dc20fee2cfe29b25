package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that depend on what is there. */
class ChangesTest {
    @TempDir
    Path directory;

    private DurableMap<String, String> map;

    @BeforeEach
    void open() {
        map = DurableMap.open(directory, String.class, String.class);
    }

    @AfterEach
    void close() {
        map.close();
    }

    @Test
    void putIfAbsentKeepsWhatIsThere() {
        assertThat(map.putIfAbsent("a", "1")).isNull();
        assertThat(map.putIfAbsent("a", "2")).isEqualTo("1");
        assertThat(map.get("a")).isEqualTo("1");
        map.remove("a");
        assertThat(map.putIfAbsent("a", "3")).isNull();
        assertThat(map.get("a")).isEqualTo("3");
    }

    @Test
    void replaceChangesOnlyWhatIsThere() {
        assertThat(map.replace("a", "1")).isNull();
        assertThat(map.containsKey("a")).isFalse();
        map.put("a", "1");
        assertThat(map.replace("a", "2")).isEqualTo("1");
        assertThat(map.get("a")).isEqualTo("2");
    }

    @Test
    void computeSetsChangesAndRemoves() {
        assertThat(map.compute("a", (key, value) -> value == null ? key + "1" : "wrong"))
                .isEqualTo("a1");
        assertThat(map.compute("a", (key, value) -> value + "2")).isEqualTo("a12");
        assertThat(map.compute("a", (key, value) -> null)).isNull();
        assertThat(map.containsKey("a")).isFalse();
        assertThat(map.compute("a", (key, value) -> null)).isNull();
        assertThat(map.size()).isZero();
    }

    @Test
    void computeSeesEveryIncrementOfManyThreads() throws Exception {
        int threads = 8;
        int increments = 500;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Object>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(() -> {
                    for (int n = 0; n < increments; n++) {
                        map.compute("n", (key, value) -> "" + (value == null ? 1 : Integer.parseInt(value) + 1));
                    }
                    return null;
                });
            }
            for (var done : pool.invokeAll(tasks)) {
                done.get();
            }
        }
        assertThat(map.get("n")).isEqualTo("" + threads * increments);
    }

    @Test
    void comparesAndSetsBySequence() {
        assertThat(map.compareAndSet("a", 1, "1")).isFalse();
        assertThat(map.compareAndSet("a", Versioned.ABSENT, "1")).isTrue();
        assertThat(map.compareAndSet("a", Versioned.ABSENT, "2")).isFalse();
        Versioned<String> first = map.getVersioned("a");
        assertThat(first.value()).isEqualTo("1");
        assertThat(first.sequence()).isPositive();
        assertThat(first.expiry()).isNull();
        map.put("a", "1");
        Versioned<String> second = map.getVersioned("a");
        assertThat(second.sequence()).isGreaterThan(first.sequence());
        assertThat(map.compareAndSet("a", first.sequence(), "3")).isFalse();
        assertThat(map.compareAndSet("a", second.sequence(), "3")).isTrue();
        assertThat(map.compareAndRemove("a", second.sequence())).isFalse();
        assertThat(map.compareAndRemove("a", map.getVersioned("a").sequence())).isTrue();
        assertThat(map.getVersioned("a")).isNull();
        assertThat(map.compareAndRemove("a", Versioned.ABSENT)).isFalse();
        assertThatThrownBy(() -> map.compareAndSet("a", -1, "1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsSequencesOverReopening() {
        map.put("a", "1");
        map.put("b", "2");
        Versioned<String> before = map.getVersioned("a");
        map.close();
        open();
        assertThat(map.getVersioned("a")).isEqualTo(before);
        map.put("c", "3");
        assertThat(map.getVersioned("c").sequence())
                .isGreaterThan(map.getVersioned("b").sequence());
    }

    @Test
    void viewReadsInPlace() {
        map.put("a", "text");
        assertThat(map.<Long>view("a", value -> value.byteSize())).isEqualTo(4);
        assertThat(map.<String>view(
                        "a",
                        value -> new String(
                                value.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8)))
                .isEqualTo("text");
        assertThat(map.<Long>view("b", value -> value.byteSize())).isNull();
        assertThatThrownBy(() -> map.view("a", value -> {
                    value.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 0, (byte) 1);
                    return null;
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.view("a", value -> {
                    throw new IllegalStateException("the reader's own");
                }))
                .hasMessage("the reader's own");
    }
}

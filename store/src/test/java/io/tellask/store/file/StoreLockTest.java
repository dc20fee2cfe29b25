package io.tellask.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.CrashWriter;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLockedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLockTest {
    @TempDir
    Path directory;

    @Test
    void refusesASecondOpenInTheSameProcess() {
        try (DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class)) {
            map.put("a", "1");
            assertThatThrownBy(() -> DurableMap.open(directory, String.class, String.class))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining("this process already");
            assertThat(map.get("a")).isEqualTo("1");
        }
        DurableMap.open(directory, String.class, String.class).close();
    }

    @Test
    void refusesASecondProcessAndNamesTheFirst() throws Exception {
        try (CrashWriter.Child child = CrashWriter.start(directory, 1)) {
            child.awaitAcknowledged(1);
            assertThatThrownBy(() -> DurableMap.open(directory, Integer.class, byte[].class))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining("process=" + child.pid());
            child.kill();
        }
        DurableMap.open(directory, Integer.class, byte[].class).close();
    }
}

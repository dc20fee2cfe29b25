package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.DurableMap;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the judge of a crash notices what must not be. */
class WriterHistoryTest {
    private final WriterScript script = new WriterScript(7, 1);
    private final WriterHistory history = new WriterHistory(script);
    private DurableMap<Integer, byte[]> map;

    @BeforeEach
    void open(@TempDir Path directory) {
        map = DurableMap.open(directory, Integer.class, byte[].class);
        for (int number = 1; number <= 100; number++) {
            make(script.step(number));
        }
    }

    @AfterEach
    void close() {
        map.close();
    }

    private void make(WriterScript.Step step) {
        for (int i = 0; i < step.keys().length; i++) {
            int key = step.keys()[i];
            if (step.removals()[i]) {
                boolean _ = map.remove(script.name(key));
            } else {
                map.put(script.name(key), script.value(step.number(), key));
            }
        }
    }

    @Test
    void takesTheStateAfterAnyPossibleStep() {
        assertThat(history.judge(map, 90, 100)).isEqualTo(100);
        assertThat(history.judge(map, 100, 101)).isEqualTo(100);
        history.settle(100);
        make(script.step(101));
        assertThat(history.judge(map, 100, 101)).isEqualTo(101);
    }

    @Test
    void noticesALostStep() {
        assertThatThrownBy(() -> history.judge(map, 120, 130)).hasMessageContaining("promised step is lost");
    }

    @Test
    void noticesAStepThatWasNotBegun() {
        assertThatThrownBy(() -> history.judge(map, 50, 60)).hasMessageContaining("wrong value");
    }

    @Test
    void noticesAChangedByte() {
        int key = script.step(100).keys()[0];
        byte[] value = script.value(100, key);
        value[value.length - 1]++;
        map.put(script.name(key), value);
        assertThatThrownBy(() -> history.judge(map, 100, 101)).hasMessageContaining("wrong value");
    }

    @Test
    void noticesHalfABatch() {
        int number = 101;
        while (script.step(number).keys().length < 3) {
            make(script.step(number++));
        }
        WriterScript.Step batch = script.step(number);
        int key = batch.keys()[0];
        map.put(script.name(key), script.value(number, key));
        int last = number;
        assertThatThrownBy(() -> history.judge(map, last - 1, last)).isInstanceOf(CrashTestException.class);
    }
}

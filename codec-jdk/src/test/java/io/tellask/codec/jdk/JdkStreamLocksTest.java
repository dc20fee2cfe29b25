package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.object.ConstructorFormsTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks and blocking queues, which a stream could bring locked, never come in. */
class JdkStreamLocksTest {
    private static final Codec CODEC = Codec.standard();

    static List<Object> streamed() {
        List<Object> all = new ArrayList<>(ConstructorFormsTest.queues());
        all.add(new ReentrantLock());
        all.add(new ReentrantReadWriteLock());
        all.add(new StampedLock());
        all.add(new Semaphore(1));
        return all;
    }

    @ParameterizedTest
    @MethodSource("streamed")
    void streamBringsNone(Object value) {
        byte[] bytes = JdkBytes.of(value);

        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(bytes, value.getClass()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + value.getClass().getName() + " holds locks with the state");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void streamBringsConcurrentMapsWithTheLocksOfTheirSegments(int size) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(i, i);
        }

        assertThat(JdkStreams.of(CODEC).decode(JdkBytes.of(map), ConcurrentHashMap.class))
                .isEqualTo(map);
    }
}

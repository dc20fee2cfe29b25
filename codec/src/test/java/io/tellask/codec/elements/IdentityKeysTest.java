package io.tellask.codec.elements;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An identity map keeps as many entries as it had, though equal boxes are one value on the wire. */
class IdentityKeysTest {
    private static final List<Codec> CODECS =
            List.of(Codec.standard(), Codec.builder().trackReferences(false).build());

    @Test
    void equalKeysStaySeparateEntries() {
        for (Object key : List.of(1, 1_000, 1L, true, 'a', (byte) 1, (short) 1, 1.5, 1.5f, "text")) {
            Map<Object, Object> map = new IdentityHashMap<>();
            map.put(key, "first");
            Object other = key instanceof String text ? new StringBuilder(text).toString() : Boxes.distinct(key);
            map.put(other, "second");
            assertThat(map).hasSize(2);

            for (Codec codec : CODECS) {
                IdentityHashMap<?, ?> back = codec.decode(codec.encode(map), IdentityHashMap.class);

                assertThat(back.values().stream().map(Object::toString)).containsExactlyInAnyOrder("first", "second");
                assertThat(back.keySet()).allMatch(key::equals);
            }
        }
    }
}

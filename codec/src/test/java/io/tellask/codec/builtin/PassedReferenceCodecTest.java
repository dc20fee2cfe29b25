package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.MapNode;
import io.tellask.text.PassedByReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** References to actors in messages: numbers, whose meaning whoever sends and receives the message knows. */
class PassedReferenceCodecTest {
    /** What a reference can do here. */
    public interface Bell {
        String ring();
    }

    private record Proxy(String name) implements Bell, PassedByReference {
        @Override
        public String ring() {
            return name;
        }
    }

    /** Holds references. */
    public record Tower(Bell high, Bell low, List<Bell> others) {}

    private final List<Object> known = new ArrayList<>();

    private ByteWriter gathering() {
        ByteWriter out = new ByteWriter(64);
        out.references(reference -> {
            if (!known.contains(reference)) {
                known.add(reference);
            }
            return known.indexOf(reference);
        });
        return out;
    }

    private ByteReader knowing(ByteWriter written) {
        ByteReader in = new ByteReader(written.toByteArray());
        in.references(known::get);
        return in;
    }

    private static Stream<Codec> codecs() {
        return Stream.of(
                Codec.standard(), Codec.builder().trackReferences(false).build());
    }

    @Test
    void numbersStandForReferences() {
        Proxy one = new Proxy("one");
        Proxy two = new Proxy("two");
        codecs().forEach(codec -> {
            ByteWriter out = gathering();
            Tower tower = new Tower(one, two, List.of(two, one));
            codec.encode(tower, out);
            Tower back = (Tower) codec.decode(knowing(out), Tower.class);
            assertThat(back).isEqualTo(tower);
            assertThat(back.high).isSameAs(one);
            assertThat(known).containsExactly(one, two);
        });
    }

    @Test
    void bytesAreAsDocumented() {
        ByteWriter out = gathering();
        Codec.standard().encode(new Proxy("first"), out);
        Codec.standard().encode(new Proxy("second"), out);
        assertThat(HexFormat.ofDelimiter(" ").formatHex(out.toByteArray())).isEqualTo("00 4f 2b 00 00 4f 2b 01");
    }

    @Test
    void mapsTakeReferencesAsKeysAndValues() {
        codecs().forEach(codec -> {
            ByteWriter out = gathering();
            Map<Bell, List<Bell>> map = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                map.put(new Proxy("key" + i), List.of(new Proxy("value" + i)));
            }
            codec.encode(map, out);
            assertThat(codec.decode(knowing(out), Map.class)).isEqualTo(map);
        });
    }

    @Test
    void messagesByThemselvesTakeNone() {
        assertThatThrownBy(() -> Codec.standard().encode(List.of(new Proxy("one"))))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a reference to an actor")
                .hasMessageContaining("keep its name, and look it up again");
        ByteWriter out = gathering();
        Codec.standard().encode(new Tower(new Proxy("one"), new Proxy("two"), List.of()), out);
        assertThatThrownBy(() -> Codec.standard().decode(out.toByteArray(), Tower.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("in a message that brings none");
    }

    @Test
    void referenceOfAnotherTypeIsRefused() {
        ByteWriter out = gathering();
        Codec.standard().encode(new Tower(new Proxy("one"), new Proxy("two"), List.of()), out);
        ByteReader in = new ByteReader(out.toByteArray());
        in.references(number -> "no bell");
        assertThatThrownBy(() -> Codec.standard().decode(in, Tower.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void describedWithoutClassesTheyAreText() {
        ByteWriter out = gathering();
        Map<String, Bell> map = new TreeMap<>(Map.of("bell", new Proxy("one")));
        Codec.standard().encode(map, out);
        MapNode described = (MapNode) Codec.standard().describe(out.toByteArray());
        assertThat(described.value(0)).isEqualTo("reference 0");
    }
}

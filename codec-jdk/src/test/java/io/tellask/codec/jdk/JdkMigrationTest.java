package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.FormerName;
import io.tellask.codec.JdkBytes;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JDK streams of former classes come in under the names of today, and their keys are counted before they are read. */
@Timeout(120)
class JdkMigrationTest {
    private final Codec codec = Codec.builder()
            .allow(Order2.class, Extended.class, Color.class, Shade.class)
            .build();

    /** What was written: same length of the names, so that a stream of today becomes one of the past. */
    @FormerName("io.tellask.codec.jdk.JdkMigrationTest$Order1")
    private static final class Order2 implements Serializable {
        private static final long serialVersionUID = 1;

        @FormerName("fieldOld")
        private String fieldNew = "kept";

        @FormerName("countOld")
        private int countNew = 7;

        private Object other;
    }

    private enum Color {
        RED,
        @FormerName("GRUEN")
        GREEN
    }

    private enum Shade {
        GREEN
    }

    private static class Plain implements Serializable {
        private static final long serialVersionUID = 1;

        @FormerName("below1")
        int below2 = 1;
    }

    private static final class Extended extends Plain {
        private static final long serialVersionUID = 1;

        private int above = 2;
    }

    private static byte[] former(Object value) {
        String text = new String(JdkBytes.of(value), StandardCharsets.ISO_8859_1)
                .replace("$Order2", "$Order1")
                .replace("fieldNew", "fieldOld")
                .replace("countNew", "countOld")
                .replace("below2", "below1")
                .replace("\0\5GREEN", "\0\5GRUEN");
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void renamedClassesFieldsAndConstantsComeBack() {
        Order2 order = new Order2();
        order.other = new ArrayList<>(Arrays.asList(Color.GREEN, order, new Order2[] {order}, Color.RED));

        Order2 back = JdkStreams.of(codec).decode(former(order), Order2.class);

        assertThat(back.fieldNew).isEqualTo("kept");
        assertThat(back.countNew).isEqualTo(7);
        List<?> items = (List<?>) back.other;
        assertThat(items.get(0)).isEqualTo(Color.GREEN);
        assertThat(items.get(1)).isSameAs(back);
        assertThat((Order2[]) items.get(2)).containsExactly(back);
        assertThat(items.get(3)).isEqualTo(Color.RED);
    }

    @Test
    void formerConstantWhoseNameIsAlsoAValueIsRefused() {
        byte[] bytes = former(new ArrayList<>(List.of(Color.GREEN, Color.GREEN.name())));

        assertThatThrownBy(() -> JdkStreams.of(codec).decode(bytes, List.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("a string is the name of a constant that is GREEN here");
    }

    @Test
    void superclassOfAGrantedClassComesInWithItAndNotAlone() {
        Extended back = JdkStreams.of(codec).decode(former(new Extended()), Extended.class);

        assertThat(back.below2).isEqualTo(1);
        assertThat(back.above).isEqualTo(2);
        byte[] alone = JdkBytes.of(new ArrayList<>(List.of(new Extended(), new Plain())));
        assertThatThrownBy(() -> JdkStreams.of(codec).decode(alone, List.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("$Plain is not granted");
    }

    @Test
    void viewsAndErrorsOfTheJdkComeInWithTheirSuperclasses() {
        TreeMap<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2));
        Set<Object> concurrent = ConcurrentHashMap.newKeySet();
        concurrent.add("x");
        for (Object value :
                List.of(map.descendingMap(), map.tailMap("b"), concurrent, new InetSocketAddress("127.0.0.1", 80))) {
            assertThat(JdkStreams.of(codec).decode(JdkBytes.of(value), Object.class))
                    .isEqualTo(value);
        }
        assertThat(JdkStreams.of(codec).decode(JdkBytes.of(new ExceptionInInitializerError("x")), Object.class))
                .hasToString("java.lang.ExceptionInInitializerError: x");
    }

    private static List<String> colliding(int count) {
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            strings.add(text.toString());
        }
        return strings;
    }

    private void assertRefused(Object table) {
        assertThatThrownBy(() -> JdkStreams.of(Codec.standard()).decode(JdkBytes.of(table), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=");
    }

    @Test
    void collidingKeysOfBuiltInTypesAreRefused() {
        Map<Object, Object> lists = new HashMap<>();
        Map<Object, Object> linked = new Hashtable<>();
        Set<Object> entries = new HashSet<>();
        for (String text : colliding(1_500)) {
            lists.put(List.of(text), 1);
            linked.put(new LinkedList<>(List.of(text)), 1);
            entries.add(new AbstractMap.SimpleEntry<>(text, 1));
        }

        assertRefused(lists);
        assertRefused(linked);
        assertRefused(entries);
        assertRefused(Set.copyOf(colliding(1_500)));
        Map<Object, Object> chained = new Hashtable<>();
        colliding(1_500).forEach(text -> chained.put(text, 1));
        assertRefused(chained);
    }

    @Test
    void honestKeysAreRead() {
        Map<Object, Object> map = new HashMap<>();
        Set<Object> set = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            map.put(new ArrayList<>(List.of("k" + i, i)), List.of(i));
            set.add("s" + i);
        }
        map.put("immutable", Set.copyOf(set));

        assertThat(JdkStreams.of(Codec.standard()).decode(JdkBytes.of(map), Map.class))
                .isEqualTo(map);
        assertThat(JdkStreams.of(Codec.standard()).decode(JdkBytes.of(colliding(1_500)), List.class))
                .hasSize(1_500);
    }

    @Test
    void comparisonsAreCountedUpToTheLimit() {
        Map<Object, Object> lists = new HashMap<>();
        colliding(200).forEach(text -> lists.put(List.of(text), 1));
        byte[] bytes = JdkBytes.of(lists);

        assertThat(limited(bytes, 1 << 22)).isEqualTo(lists);
        assertThatThrownBy(() -> limited(bytes, 10_000)).hasMessageContaining("> limits.comparisons=10000");
    }

    private static Object limited(byte[] bytes, int comparisons) {
        return JdkStreams.of(Codec.builder()
                        .limits(CodecLimits.standard().withComparisons(comparisons))
                        .build())
                .decode(bytes, Object.class);
    }
}

package io.tellask.codec.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.codec.schema.HeapEstimate;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What decoding asks for before it allocates, and that it stops where it is granted no more. */
@Timeout(120)
class HeapBudgetTest {
    private static final int ELEMENTS = 1_000;

    private final Codec codec = Codec.builder()
            .allow(Character.UnicodeScript.class, Ten.class, Node.class)
            .build();
    private final ScopedDecoder decoder = codec.newScopedDecoder();
    private final ScopedEncoder encoder =
            codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
    private long askedBytes;

    private byte[] encoded(Object value, Class<?> declared) {
        ByteWriter out = new ByteWriter(64);
        encoder.encode(value, declared, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private Object decode(byte[] message, Class<?> declared, long budget) {
        askedBytes = 0;
        return decoder.decode(new ByteReader(message), declared, more -> (askedBytes += more) <= budget);
    }

    private void needs(Object value, Class<?> declared, long leastBytes, long mostBytes) {
        byte[] message = encoded(value, declared);
        decode(message, declared, Long.MAX_VALUE);
        long needed = askedBytes;
        assertThat(needed).as(declared.getSimpleName()).isBetween(leastBytes, mostBytes);

        assertThat(decode(message, declared, needed)).isNotNull();
        if (needed > 0) {
            assertThatThrownBy(() -> decode(message, declared, needed - 1))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining(" more than the budget has left, offset=")
                    .hasMessageContaining(" of message bytes=" + message.length + "; send fewer elements at once");
            assertThat(decoder.decode(new ByteReader(message), declared))
                    .as("without a budget, after a refusal")
                    .isNotNull();
        }
    }

    @Test
    void grantsWhatReferencesTakeAndRefusesOneByteLess() {
        byte[][] empties = new byte[ELEMENTS][];
        Arrays.fill(empties, new byte[0]);
        String[] names = new String[ELEMENTS];
        Arrays.fill(names, "");
        List<Object> lists = new ArrayList<>();
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < ELEMENTS; i++) {
            lists.add(new ArrayList<>());
            numbers.put(i, i);
        }
        int least = 16 * ELEMENTS;
        int most = 160 * ELEMENTS;
        needs(empties, byte[][].class, least, most);
        needs(names, String[].class, least, most);
        needs(lists, ArrayList.class, 2 * least, most);
        needs(numbers, HashMap.class, least, most);
        needs(new EnumMap<>(Character.UnicodeScript.class), EnumMap.class, 64, 2_048);
    }

    @Test
    void asksForOneObjectWhereTheRestLiesInTheMessageAsInTheHeap() {
        int object = HeapEstimate.OBJECT_BYTES;
        needs(new byte[ELEMENTS], byte[].class, object, object);
        needs(new long[ELEMENTS], long[].class, object, object);
        needs(new boolean[ELEMENTS], boolean[].class, object, object);
        needs("x".repeat(ELEMENTS), String.class, object, object);
        needs(Collections.nCopies(ELEMENTS, "x"), List.class, 0, 4L * object);
        needs(new int[ELEMENTS], int[].class, object, object + Integer.BYTES * ELEMENTS);
    }

    private static final class Ten implements Serializable {
        long a;
        long b;
        long c;
        long d;
        long e;
        long f;
        long g;
        long h;
        long i;
        long j;
    }

    private record Node(@Nullable Node left, @Nullable Node right) implements Serializable {
        static @Nullable Node tree(int depth) {
            return depth == 0 ? null : new Node(tree(depth - 1), tree(depth - 1));
        }
    }

    @Test
    void asksForFieldsOfObjectsWhileItMakesThem() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            many.add(new Ten());
        }
        needs(many, ArrayList.class, 96 * ELEMENTS, 192 * ELEMENTS);
        int nodes = 1 << 12;
        needs(Node.tree(12), Node.class, 24L * (nodes - 1), 64L * nodes);

        byte[] message = encoded(Node.tree(12), Node.class);
        assertThatThrownBy(() -> decode(message, Node.class, 1))
                .as("asked before all of it is made")
                .hasMessageMatching("(?s).*offset=\\d{1,4} of message bytes=" + message.length + ".*");
    }

    @Test
    void countsWhatCollectionsOfFewElementsTake() {
        needsAtLeast(110, () -> new HashSet<>(Collections.singletonList(null)));
        needsAtLeast(80, HashSet::new);
        needsAtLeast(100, () -> new HashMap<>(Collections.singletonMap("", "")));
        needsAtLeast(90, IdentityHashMap::new);
        needsAtLeast(80, LinkedHashSet::new);
        needsAtLeast(50, () -> String.valueOf(new char[] {'x'}));
        needsAtLeast(70, () -> URI.create("a"));
    }

    /** An element of a list, by what is asked for 1,000 of its kind. */
    private void needsAtLeast(int bytes, Supplier<Object> element) {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            many.add(element.get());
        }
        needs(many, ArrayList.class, (long) bytes * ELEMENTS, 4L * bytes * ELEMENTS);
    }
}

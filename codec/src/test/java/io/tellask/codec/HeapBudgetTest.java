package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What decoding asks for before it allocates, and that it stops where it is granted no more. */
@Timeout(20)
class HeapBudgetTest {
    private static final int ELEMENTS = 1_000;

    private final Codec codec =
            Codec.builder().allow(Character.UnicodeScript.class).build();
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
        int most = 128 * ELEMENTS;
        needs(empties, byte[][].class, least, most);
        needs(names, String[].class, least, most);
        needs(lists, ArrayList.class, 2 * least, most);
        needs(numbers, HashMap.class, least, most);
        needs(new EnumMap<>(Character.UnicodeScript.class), EnumMap.class, 64, 2_048);
    }

    @Test
    void asksNothingForWhatLiesInTheMessageAsInTheHeap() {
        needs(new byte[ELEMENTS], byte[].class, 0, 0);
        needs(new long[ELEMENTS], long[].class, 0, 0);
        needs(new boolean[ELEMENTS], boolean[].class, 0, 0);
        needs("x".repeat(ELEMENTS), String.class, 0, 0);
        needs(Collections.nCopies(ELEMENTS, "x"), List.class, 0, 0);
        needs(new int[ELEMENTS], int[].class, 0, Integer.BYTES * ELEMENTS);
    }
}

package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Header;
import io.tellask.codec.schema.Descriptor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small messages that would cost much more than their bytes are refused, or read at the cost of their bytes. */
@Timeout(120)
class BombsTest {
    private final Codec codec = Codec.builder()
            .allow(
                    Bits.class,
                    Character.UnicodeScript.class,
                    Link.class,
                    KeysOnCycles.Held.class,
                    KeysOnCycles.Hooked.class)
            .build();

    private record Bits(BitSet bits, int number) {}

    private static final class Link {
        private Object next;
    }

    private static void assertRefused(Codec reader, byte[] bytes, String why) {
        assertThatThrownBy(() -> reader.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(why);
    }

    /** Sets of two sets each, shared: hashing the outermost walks through 2^100 of them. */
    @Test
    void setsSharedExponentiallyAreRefused() {
        Set<Object> root = new HashSet<>();
        Set<Object> left = root;
        Set<Object> right = new HashSet<>();
        for (int i = 0; i < 18; i++) {
            Set<Object> nextLeft = new HashSet<>(List.of("x"));
            Set<Object> nextRight = new HashSet<>();
            left.addAll(List.of(nextLeft, nextRight));
            right.addAll(List.of(nextLeft, nextRight));
            left = nextLeft;
            right = nextRight;
        }

        assertRefused(codec, codec.encode(root), "sets and maps within keys=17 > MAX_NESTING=16");
    }

    /** Lists of 2^60 paths that a key reaches through a list which is not finished when the key is read. */
    @ParameterizedTest
    @MethodSource("keysThatShareMuchOnACycle")
    void keysThatShareMuchOnACycleAreRefused(Supplier<Object> root) {
        assertRefused(codec, codec.encode(root.get()), "objects visited by hashing keys > limits.objects");
    }

    static Stream<Named<Supplier<Object>>> keysThatShareMuchOnACycle() {
        return Stream.concat(KeysOnCycles.behind(), KeysOnCycles.before());
    }

    @Test
    void digitsOfANumberAreLimitedAtTheirLimit() {
        Codec limited =
                codec.toBuilder().limits(codec.limits().withDigits(1_000)).build();
        BigDecimal fits = new BigDecimal(BigInteger.ONE, 998);

        assertThat(limited.decode(limited.encode(fits), BigDecimal.class)).isEqualTo(fits);
        for (Number tooLong : List.of(
                new BigDecimal(BigInteger.ONE, 999),
                new BigDecimal(BigInteger.ONE, -999),
                new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE - 10),
                BigInteger.TWO.pow(3_321))) {
            byte[] bytes = codec.toBuilder()
                    .limits(codec.limits().withDigits(Integer.MAX_VALUE))
                    .build()
                    .encode(tooLong);
            assertRefused(limited, bytes, "> limits.digits=1000");
            assertThatThrownBy(() -> limited.encode(tooLong))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("> limits.digits=1000");
        }
    }

    @Test
    void numbersThatMeetInASortedSetAreShort() {
        BigDecimal fits = new BigDecimal(BigInteger.TEN.pow(100), 800);
        BigDecimal tooLong = new BigDecimal(BigInteger.ONE, 1_000);

        assertThat(codec.decode(codec.encode(new TreeSet<>(List.of(fits))), Object.class))
                .isEqualTo(new TreeSet<>(List.of(fits)));
        assertRefused(codec, codec.encode(new TreeSet<>(List.of(tooLong))), "> MAX_DIGITS=1000");
        assertRefused(codec, codec.encode(new HashSet<>(List.of(tooLong))), "> MAX_DIGITS=1000");
    }

    @Test
    void enumMapsOfAWideEnumAreLimited() {
        Map<Object, Object> one = new HashMap<>();
        one.put(1, new EnumMap<>(Character.UnicodeScript.class));
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(new EnumMap<>(Character.UnicodeScript.class));
        }

        assertThat(RoundTrips.standalone(codec, one)).isEqualTo(one);
        assertRefused(codec, codec.encode(many), "unbacked slots=");
    }

    /** Each key is a few bytes, and hashing it walks through a large bit set. */
    @Test
    void largeObjectSharedByManyKeysIsRefused() {
        BitSet bits = new BitSet();
        bits.set(1_000_000);
        Map<Object, Object> few = new HashMap<>();
        Set<Object> many = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            many.add(new Bits(bits, i));
        }
        few.put(new Bits(bits, 0), bits);

        assertThat(RoundTrips.standalone(codec, few)).isEqualTo(few);
        assertRefused(codec, codec.encode(many), "objects visited by hashing keys > limits.objects=");
    }

    /** Each field of the writer could be the one that moved: names are matched once, not each with each. */
    @Test
    void descriptionOfThousandsOfFieldsIsMatchedQuicklyOrRefused() {
        assertThatThrownBy(() -> codec.decode(linkWithFields(5_000), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("path=BombsTest$Link.a1#next");
        assertThatThrownBy(() -> linkWithFields(10_000))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("> MAX_BYTES=65536");
    }

    private static byte[] linkWithFields(int count) {
        List<Descriptor.FieldSpec> fields = IntStream.range(0, count)
                .mapToObj(i -> new Descriptor.FieldSpec('L', "a" + i + "#next"))
                .sorted(Comparator.comparing(Descriptor.FieldSpec::name))
                .toList();
        byte[] descriptor = new Descriptor(Descriptor.OBJECT, Link.class.getName(), fields).bytes;
        ByteWriter out = new ByteWriter(64);
        out.writeByte(Header.of(true, Header.MESSAGE, false));
        out.writeVarInt(HeadNumbers.FIRST_DESCRIBED);
        out.writeVarInt(descriptor.length);
        out.writeBytes(descriptor, 0, descriptor.length);
        out.writeByte(HeadNumbers.NULL);
        return out.toByteArray();
    }

    @Test
    void listThatCopiesOnWriteIsFilledAtOnce() {
        List<Object> list = new CopyOnWriteArrayList<>(Collections.nCopies(300_000, true));

        assertThat(codec.decode(codec.encode(list), Object.class)).isEqualTo(list);
    }

    @Test
    void manyReferencesToOneLargeStringCostNothing() {
        String large = "x".repeat(100_000);
        List<Object> list = new ArrayList<>(Collections.nCopies(100_000, large));
        byte[] bytes = codec.encode(list);

        List<?> back = (List<?>) codec.decode(bytes, Object.class);

        assertThat(bytes.length).isLessThan(400_000);
        assertThat(back.getFirst()).isSameAs(back.getLast());
    }

    @Test
    void listsNestedDeeplyInAKeyAreRefused() {
        Object key = 1;
        for (int i = 0; i < 90_000; i++) {
            key = new ArrayList<>(Collections.singletonList(key));
        }
        Link link = new Link();
        link.next = key;
        assertThat(((Link) codec.decode(codec.encode(link), Object.class)).next).isInstanceOf(List.class);
        byte[] bytes = codec.encode(new ArrayList<>(Collections.singletonList(key)));
        bytes[1] = 26;

        assertRefused(codec, bytes, "stack is full");
    }
}

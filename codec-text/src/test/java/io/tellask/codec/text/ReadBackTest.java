package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Encoding;
import io.tellask.test.Rounds;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an encoding writes, it reads back: shapes whose text says less, or other things, than their class. */
class ReadBackTest {
    private static final Codec CODEC = Codec.builder()
            .allow(Streamed.class, Units.class, NeverEqual.class, Node.class, TimeUnit.class)
            .build();

    /** Its stream has a string where the class has a list, and a map where it has nothing. */
    static final class Streamed implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("list", String.class), new ObjectStreamField("extra", HashMap.class)
        };

        private List<String> list = List.of("a", "b");

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("list", String.join(",", list));
            fields.put("extra", new HashMap<>(Map.of("k", 1)));
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            list = List.of(((String) fields.get("list", "")).split(","));
            assertThat(fields.get("extra", null)).isEqualTo(Map.of("k", 1));
        }
    }

    static final class Units extends EnumMap<TimeUnit, Integer> {
        private int size = 7;

        Units() {
            super(TimeUnit.class);
        }
    }

    record NeverEqual() implements Comparator<String>, Serializable {
        @Override
        public int compare(String left, String right) {
            return 1;
        }
    }

    static final class Node {
        private Node next;
        private int number;
    }

    static final class Account {
        private Object[] partners = {null, this};
    }

    static Stream<Encoding> encodings() {
        return Stream.of(JsonEncoding.of(CODEC), CborEncoding.of(CODEC));
    }

    private static <T> T sent(Encoding encoding, T value, Class<T> type) {
        return encoding.decode(encoding.encode(value, type), type);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void identityMapsKeepEqualKeys(Encoding encoding) {
        Map<List<Integer>, Integer> map = new IdentityHashMap<>();
        map.put(new ArrayList<>(), 1);
        map.put(new ArrayList<>(), 2);
        IdentityHashMap<String, Integer> texts = new IdentityHashMap<>();
        texts.put(new String("a"), 1);
        texts.put(new String("a"), 2);

        assertThat(sent(encoding, map, Map.class)).hasSize(2);
        assertThat(sent(encoding, texts, Map.class).values()).containsExactlyInAnyOrder(1, 2);
        assertThat(sent(encoding, texts, IdentityHashMap.class)).hasSize(2);
    }

    record Keyed(Map<Character, Integer> characters, Map<URI, Integer> addresses, Map<String, Integer> names) {}

    @ParameterizedTest
    @MethodSource("encodings")
    void keysWhoseTextBeginsWithAnAtSignComeBack(Encoding encoding) {
        Keyed keyed = new Keyed(
                new HashMap<>(Map.of('@', 1, 'a', 2)),
                new HashMap<>(Map.of(URI.create("@"), 1, URI.create("@@a"), 2)),
                new HashMap<>(Map.of("@", 1, "@@a", 2)));

        assertThat(sent(encoding, keyed, Keyed.class)).isEqualTo(keyed);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void sortedMapsKeepKeysThatTheirComparatorTellsApart(Encoding encoding) {
        TreeMap<String, Integer> map = new TreeMap<>(new NeverEqual());
        map.put("a", 1);
        map.put("a", 2);

        assertThat(sent(encoding, map, TreeMap.class).values()).hasToString("[1, 2]");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void fieldsOfTheStreamHaveTheirOwnTypes(Encoding encoding) {
        Random random = new Random(7);
        Random back = sent(encoding, random, Random.class);

        assertThat(back.nextLong()).isEqualTo(random.nextLong());
        assertThat(sent(encoding, new Streamed(), Streamed.class).list).containsExactly("a", "b");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void subclassesOfEnumMapsComeBack(Encoding encoding) {
        Units units = new Units();
        units.put(TimeUnit.DAYS, 3);
        Units back = sent(encoding, units, Units.class);

        assertThat(back).isEqualTo(Map.of(TimeUnit.DAYS, 3));
        assertThat(back.size).isEqualTo(7);
        assertThat(sent(encoding, new Units(), Units.class)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void cyclesAreRefusedWithTheirPath(Encoding encoding) {
        Encoding trees = encoding instanceof JsonEncoding json ? json.asTrees() : ((CborEncoding) encoding).asTrees();

        assertThatThrownBy(() -> trees.encode(new Account()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContainingAll("cycle", "$.partners[1]", "asTrees()")
                .extracting(e -> ((CodecException) e).path(), e -> ((CodecException) e).className())
                .containsExactly("$.partners[1]", "java.lang.Object[]");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void longChainsComeBack(Encoding encoding) {
        int left = Rounds.of(200_000, 1_000_000);
        for (Node node = sent(encoding, chain(left), Node.class); node != null; node = node.next) {
            left--;
            if (node.number != left) {
                throw new AssertionError("node " + left);
            }
        }
        assertThat(left).isZero();
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void chosenDepthHoldsForTexts(Encoding encoding) {
        Codec shallow =
                CODEC.toBuilder().limits(CodecLimits.standard().withDepth(100)).build();
        Encoding limited = encoding instanceof JsonEncoding ? JsonEncoding.of(shallow) : CborEncoding.of(shallow);
        byte[] deep = encoding.encode(chain(101));

        assertThat(limited.decode(limited.encode(chain(100)), Node.class).number)
                .isEqualTo(99);
        assertThatThrownBy(() -> limited.encode(chain(101)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("limits.depth=100");
        assertThatThrownBy(() -> limited.decode(deep, Node.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.depth=100");
        assertThatThrownBy(() -> limited.decode(encoding.encode(chain(302)), Node.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.depth");
    }

    private static Node chain(int length) {
        Node first = null;
        for (int i = 0; i < length; i++) {
            Node node = new Node();
            node.next = first;
            node.number = i;
            first = node;
        }
        return first;
    }
}

package io.tellask.codec.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CustomCodec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.DefaultConstant;
import io.tellask.codec.Encoding;
import io.tellask.codec.FormerName;
import io.tellask.codec.Schema;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text of another version of a class, and classes that write themselves. */
class OtherVersionsTest {
    private static final Codec CODEC =
            Codec.builder().custom(Pattern.class, "pattern", new PatternCodec()).build();

    record Renamed(@FormerName("title") String name, int size) {}

    enum Color {
        RED,
        @FormerName("AZURE")
        BLUE
    }

    record Painted(Color color) {}

    enum Wide {
        NEAR,
        FAR
    }

    enum Narrow {
        @DefaultConstant
        OTHER,
        NEAR
    }

    private static final Type LIST_OF_WIDE = listOf("wide");
    private static final Type LIST_OF_NARROW = listOf("narrow");

    record Lists(List<Wide> wide, List<Narrow> narrow) {}

    private static Type listOf(String component) {
        return Arrays.stream(Lists.class.getRecordComponents())
                .filter(candidate -> candidate.getName().equals(component))
                .findFirst()
                .orElseThrow()
                .getGenericType();
    }

    /** {@link Hooked} when it has lost its hooks. */
    static final class Plain implements Serializable {
        private String name;
        private int count;
        private String again;
    }

    record TwoFields(List<Object> gone, List<Object> kept) {}

    record OneField(List<Object> kept) {}

    static class Base implements Serializable {
        private String name = "base";
    }

    static final class Hooked extends Base {
        private int count = 3;
        private transient String secret = "s";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(7);
            out.writeObject(List.of(secret));
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (in.available() > 0) {
                assertThat(in.readInt()).isEqualTo(7);
                secret = (String) ((List<?>) in.readObject()).getFirst();
            }
        }
    }

    static final class Checked implements Serializable {
        private int count;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (count < 0) {
                throw new IOException("count is negative");
            }
        }
    }

    record Rule(Pattern pattern) {}

    private static final class PatternCodec implements CustomCodec<Pattern> {
        @Override
        public void write(Pattern value, BodyWriter out) {
            out.writeString(value.pattern());
        }

        @Override
        public Pattern read(BodyReader in) {
            return Pattern.compile(in.readString());
        }
    }

    static Stream<Encoding> encodings() {
        return Stream.of(JsonEncoding.of(CODEC), CborEncoding.of(CODEC));
    }

    private static <T> T read(String json, Class<T> type) {
        return JsonEncoding.of(CODEC).decode(json.getBytes(UTF_8), type);
    }

    @Test
    void formerNamesAreTaken() {
        assertThat(read("{\"title\":\"a\",\"size\":1}", Renamed.class)).isEqualTo(new Renamed("a", 1));
        assertThat(read("{\"title\":\"a\",\"name\":\"b\"}", Renamed.class)).isEqualTo(new Renamed("b", 0));
        assertThat(read("{\"color\":\"AZURE\"}", Painted.class)).isEqualTo(new Painted(Color.BLUE));
        assertThatThrownBy(() -> read("{\"color\":\"GREEN\"}", Painted.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("constant", "$.color");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void unknownConstantsAreTheDefaultOne(Encoding encoding) {
        Codec codec =
                CODEC.toBuilder().rename(Wide.class.getName(), Narrow.class).build();
        Codec strict = codec.toBuilder().schema(Schema.STRICT).build();
        byte[] bytes = encoding.encode(new ArrayList<>(List.of(Wide.FAR, Wide.NEAR)), LIST_OF_WIDE);

        assertThat(withCodec(encoding, codec).decode(bytes, LIST_OF_NARROW))
                .isEqualTo(List.of(Narrow.OTHER, Narrow.NEAR));
        assertThatThrownBy(() -> withCodec(encoding, strict).decode(bytes, LIST_OF_NARROW))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("FAR", Narrow.class.getName());
        assertThatThrownBy(() -> read("{\"color\":\"GREEN\"}", Painted.class)).hasMessageContaining("constant=GREEN");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void lostHooksLeaveTheFields(Encoding encoding) {
        Codec codec = CODEC.toBuilder().allow(Plain.class).build();
        byte[] bytes = encoding.encode(new Hooked());

        assertThat(withCodec(encoding, codec).decode(bytes, Plain.class))
                .extracting("name", "count", "again")
                .containsExactly("base", 3, null);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void objectsThatStandInFieldsLeftOutAreKeptForTheirReferences(Encoding encoding) {
        Codec codec = CODEC.toBuilder()
                .allow(Plain.class, TwoFields.class, OneField.class)
                .build();
        List<Object> shared = new ArrayList<>(List.of(1));
        byte[] bytes = withCodec(encoding, codec).encode(new TwoFields(shared, shared));

        assertThat(withCodec(encoding, codec).decode(bytes, OneField.class)).isEqualTo(new OneField(List.of(1)));
    }

    private static Encoding withCodec(Encoding encoding, Codec codec) {
        return encoding instanceof JsonEncoding ? JsonEncoding.of(codec) : CborEncoding.of(codec);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void hooksWriteAndReadTheirData(Encoding encoding) {
        Hooked hooked = new Hooked();
        hooked.secret = "told";
        Hooked back = encoding.decode(encoding.encode(hooked), Hooked.class);

        assertThat(back.secret).isEqualTo("told");
        assertThat(back.count).isEqualTo(3);
    }

    @Test
    void handWrittenObjectsGoThroughTheirHooks() {
        assertThat(read("{\"count\":5}", Checked.class).count).isEqualTo(5);
        assertThat(read("{\"count\":5,\"name\":\"x\"}", Hooked.class))
                .extracting("count", "name")
                .containsExactly(5, "x");
        assertThatThrownBy(() -> read("{\"count\":-5}", Checked.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("negative");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void customCodecsWriteAndReadTheirBodies(Encoding encoding) {
        Rule back = encoding.decode(encoding.encode(new Rule(Pattern.compile("a+"))), Rule.class);

        assertThat(back.pattern().pattern()).isEqualTo("a+");
    }

    record ByLength(int sign) implements Comparator<String>, Serializable {
        @Override
        public int compare(String left, String right) {
            return sign * Integer.compare(left.length(), right.length());
        }
    }

    interface SerialSupplier extends Supplier<String>, Serializable {}

    record Supplied(SerialSupplier supplier, Class<?> type) {}

    @Test
    void comparatorsTravelAsObjects() {
        Codec codec = Codec.builder().allow(ByLength.class).build();
        for (Encoding encoding : List.of(JsonEncoding.of(codec), CborEncoding.of(codec))) {
            TreeSet<String> set = new TreeSet<>(new ByLength(-1));
            set.addAll(List.of("a", "bbb", "cc"));
            TreeMap<String, Integer> map = new TreeMap<>(new ByLength(1));
            map.putAll(Map.of("a", 1, "bb", 2));

            assertThat(encoding.decode(encoding.encode(set), TreeSet.class).first())
                    .isEqualTo("bbb");
            assertThat(encoding.decode(encoding.encode(map), TreeMap.class).comparator())
                    .isEqualTo(new ByLength(1));
        }
    }

    @Test
    void lambdasAndClassObjectsTravelWhereTheyAreAllowed() {
        String prefix = "told ";
        Codec codec = Codec.builder()
                .allow(OtherVersionsTest.class, Supplied.class)
                .allowLambdas()
                .allowClasses()
                .build();
        for (Encoding encoding : List.of(JsonEncoding.of(codec), CborEncoding.of(codec))) {
            byte[] bytes = encoding.encode(new Supplied(() -> prefix + "once", String.class));
            Supplied back = encoding.decode(bytes, Supplied.class);

            assertThat(back.supplier().get()).isEqualTo("told once");
            assertThat(back.type()).isEqualTo(String.class);
        }
        byte[] text = JsonEncoding.of(codec).encode(new Supplied(() -> prefix, String.class));
        assertThatThrownBy(() -> JsonEncoding.of(CODEC).decode(text, Supplied.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("allowLambdas");
    }

    /** Writes itself. */
    public static final class Once implements Externalizable {
        private int number = 7;

        public Once() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            number = in.readInt();
        }
    }

    /** What {@link Once} became. */
    static final class NoLonger {
        private int number;
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void anExternalizableThatIsNoneAnyMoreIsRefused(Encoding encoding) {
        byte[] bytes = encoding.encode(new Once());

        assertThat(encoding.decode(bytes, Once.class).number).isEqualTo(7);
        assertThatThrownBy(() -> encoding.decode(bytes, NoLonger.class).number++)
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("wrote itself without fields and has no hooks here");
    }
}

package io.tellask.codec.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecBuilder;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Encoding;
import io.tellask.codec.Schema;
import io.tellask.codec.UnknownClasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text of another version of a class: fields that moved along the hierarchy, strict versions, unknown classes. */
class OtherShapesTest {
    static class Top {
        int x = 3;
    }

    static class Hiding extends Top {
        int x = 2;
    }

    static class Above {
        int x;
    }

    static class Below extends Above {
        int x;
    }

    static class Bare extends Top {}

    enum Level {
        LOW
    }

    record Pair(int a, String b) {}

    record Triple(int a, String b, String extra) {}

    static class Zoo {
        Object open;
        List<Object> list;
        Map<String, Object> map;
        Object again;
        String tail = "t";
    }

    static class Newer {
        List<Object> held = new ArrayList<>();
    }

    static Stream<Function<Codec, Encoding>> encodings() {
        return Stream.of(JsonEncoding::of, CborEncoding::of);
    }

    private static CodecBuilder granted() {
        return Codec.builder().allow(Zoo.class);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void fieldHiddenInARenamedSuperclassIsFound(Function<Codec, Encoding> encoding) {
        Codec codec = Codec.standard();
        byte[] text = encoding.apply(codec).encode(new Hiding());

        Below back = encoding.apply(codec).decode(text, Below.class);

        assertThat(back).isNotNull();
        assertThat(List.of(back.x, ((Above) back).x)).containsExactly(2, 3);
    }

    @Test
    void fieldTakesWhatItsOwnClassWroteBeforeOneOfTheSameName() {
        String text = "{\"%s#x\": 3, \"x\": 2}".formatted(Top.class.getName());

        Bare back = JsonEncoding.of(Codec.standard()).decode(text.getBytes(UTF_8), Bare.class);

        assertThat(back).isNotNull().extracting(bare -> bare.x).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void strictNamesTheFieldThatOnlyOneSideHas(Function<Codec, Encoding> encoding) {
        Codec strict = Codec.builder().schema(Schema.STRICT).build();
        byte[] pair = encoding.apply(strict).encode(new Pair(1, "b"));
        byte[] triple = encoding.apply(strict).encode(new Triple(1, "b", "c"));

        assertThatThrownBy(() -> encoding.apply(strict).decode(pair, Triple.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll(Triple.class.getName(), "field=extra and the text has not", "COMPATIBLE");
        assertThatThrownBy(() -> encoding.apply(strict).decode(triple, Pair.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll(Pair.class.getName(), "has no field=extra", "COMPATIBLE");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void objectsOfUnknownClassesAreSkippedButWhatTheyShareIsKept(Function<Codec, Encoding> encoding) {
        Newer newer = new Newer();
        Zoo zoo = new Zoo();
        zoo.open = newer;
        zoo.list = new ArrayList<>(Arrays.asList(1, newer, 2));
        zoo.map = new HashMap<>(Map.of("k", newer));
        zoo.again = newer.held;
        byte[] text = encoding.apply(granted().allow(Newer.class).build()).encode(zoo);

        Zoo back = encoding.apply(granted().unknownClasses(UnknownClasses.SKIP).build())
                .decode(text, Zoo.class);

        assertThat(back).isNotNull();
        assertThat(back.open).isNull();
        assertThat(back.list).containsExactly(1, null, 2);
        assertThat(back.map).hasSize(1).containsEntry("k", null);
        assertThat(back.again).isEqualTo(List.of());
        assertThat(back.tail).isEqualTo("t");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void arrayOfAnUnknownClassIsRefusedEvenWhereSuchClassesAreSkipped(Function<Codec, Encoding> encoding) {
        Zoo zoo = new Zoo();
        zoo.open = new Newer[] {new Newer()};
        byte[] text = encoding.apply(granted().allow(Newer.class).build()).encode(zoo);
        Codec skipping = granted().unknownClasses(UnknownClasses.SKIP).build();

        assertThatThrownBy(() -> encoding.apply(skipping).decode(text, Zoo.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll(Newer.class.getName(), "$.open");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void unknownConstantIsRefusedWithItsPathOnce(Function<Codec, Encoding> encoding) {
        byte[] text = encoding.apply(Codec.standard()).encode("PURPLE");

        assertThatThrownBy(() -> encoding.apply(Codec.standard()).decode(text, Level.class))
                .isInstanceOf(DecodeException.class)
                .satisfies(failure ->
                        assertThat(failure.getMessage().split("path=", -1)).hasSize(2));
    }
}

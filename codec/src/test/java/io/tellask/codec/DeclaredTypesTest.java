package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types as a caller declares them: open ones, primitives, generic ones. */
class DeclaredTypesTest {
    interface Animal {}

    abstract static class Shape {
        int sides;
        Animal owner;
    }

    sealed interface Answer permits Yes, No {}

    record Yes(Animal who) implements Answer {}

    record No(Optional<Shape> why) implements Answer {}

    record Zoo(Animal one, Animal[][] many, List<Animal> listed, Map<String, ? extends Shape> shapes, Answer answer) {}

    static class Cage<T extends Animal> {
        T inside;
        List<T> others;
    }

    static class Generic<T> {
        T value;
    }

    static final class Closed extends Generic<Shape> {}

    abstract static class Guarded {
        Thread guard;
    }

    static class Guardhouse extends Guarded {}

    record Line(String product, int count) {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Zoo.class,
                Animal.class,
                Animal[].class,
                Shape.class,
                Answer.class,
                Cage.class,
                Closed.class,
                Object.class,
                Comparable.class,
                Number.class
            })
    void openTypesPassTheCheck(Class<?> type) {
        assertThatCode(() -> Codec.standard().check(type)).doesNotThrowAnyException();
    }

    @Test
    void genericOpenTypesPassTheCheck() {
        assertThatCode(() -> Codec.standard().check(new TypeOf<Map<String, List<Animal>>>() {}.type()))
                .doesNotThrowAnyException();
        assertThatCode(() -> Codec.standard().check(new TypeOf<Cage<? extends Animal>[]>() {}.type()))
                .doesNotThrowAnyException();
    }

    @Test
    void fieldOfAnAbstractSuperclassIsChecked() {
        assertThatThrownBy(() -> Codec.standard().check(Guardhouse.class))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("java.lang.Thread");
    }

    @Test
    void openTypeStillLetsNothingIn() {
        class Cat implements Animal {}

        assertThatThrownBy(() -> Codec.standard().encode(new Yes(new Cat()))).hasMessageContaining("is not granted");
    }

    @Test
    void primitiveStandsForItsBox() throws Exception {
        Codec codec = Codec.standard();
        byte[] seven = codec.encode(7);

        assertThat(codec.decode(seven, int.class)).isEqualTo(7);
        assertThat(codec.decode(seven, 0, seven.length, int.class)).isEqualTo(7);
        assertThat(codec.decode(MemorySegment.ofArray(seven), int.class)).isEqualTo(7);
        assertThat(codec.decode(codec.encode(true), boolean.class)).isTrue();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            out.write(2.5);
        }
        try (GraphInput in = codec.newGraphInput(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.read(double.class)).isEqualTo(2.5);
        }
    }

    @Test
    void otherBoxIsRefusedForAPrimitive() {
        assertThatThrownBy(() -> Codec.standard().decode(Codec.standard().encode(7L), int.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=java.lang.Long is no int; the two sides disagree on the type");
    }

    @Test
    void genericTypeLetsItsArgumentsIn() {
        Codec codec = Codec.standard();
        TypeOf<List<Line>> lines = new TypeOf<>() {};
        byte[] bytes = codec.encode(List.of(new Line("tea", 3)), lines.type());

        List<Line> back = codec.decode(bytes, lines);

        assertThat(back).containsExactly(new Line("tea", 3));
        assertThat(lines).hasToString("java.util.List<" + Line.class.getName() + ">");
        assertThatThrownBy(() -> codec.decode(bytes, List.class)).hasMessageContaining("is not granted");
        assertThatThrownBy(() -> codec.decode(bytes, new TypeOf<Map<String, Line>>() {}))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void typeThatNobodyWroteDownIsRefused() {
        assertThatIllegalStateException().isThrownBy(DeclaredTypesTest::<Line>unknown);
        assertThatIllegalStateException().isThrownBy(() -> new TypeOf() {});
    }

    private static <T> void unknown() {
        new TypeOf<T>() {};
    }
}

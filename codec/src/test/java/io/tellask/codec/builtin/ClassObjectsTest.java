package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Class objects: off until allowed, granted by name, and never initialised. */
class ClassObjectsTest {
    private static boolean initialised;

    private final Codec codec = Codec.builder()
            .allow(Holder.class, Sleeping.class, TimeUnit.class)
            .allowClasses()
            .build();

    record Holder(Class<?> type, Map<Class<?>, String> names) implements Serializable {}

    static class Sleeping {
        static {
            initialised = true;
        }
    }

    static class Ungranted {}

    @Test
    void classesOfAllKindsComeBack() {
        for (Class<?> type : List.of(
                int.class,
                boolean.class,
                void.class,
                int[].class,
                double[][].class,
                String.class,
                String[].class,
                Object.class,
                Object[][].class,
                Integer.class,
                List.class,
                ArrayList.class,
                Map.Entry.class,
                Holder.class,
                Holder[][].class,
                TimeUnit.class,
                Serializable.class)) {
            assertThat(codec.decode(codec.encode(type), Class.class)).isSameAs(type);
            assertThat(JdkOracle.roundTrip(type)).isSameAs(type);
        }
    }

    @Test
    void classObjectsInFieldsAndKeysComeBack() {
        Holder holder = new Holder(String.class, Map.of(int.class, "int", Holder.class, "holder"));

        assertThat(codec.decode(codec.encode(holder), Holder.class)).isEqualTo(holder);
    }

    @Test
    void namedClassIsNotInitialised() {
        byte[] bytes = codec.encode(Sleeping.class);

        assertThat(codec.decode(bytes, Class.class)).isSameAs(Sleeping.class);
        assertThat(initialised).isFalse();
    }

    @Test
    void classObjectsAreRefusedUntilAllowedOnBothSides() {
        byte[] bytes = codec.encode(String.class);

        assertThatThrownBy(() -> Codec.standard().encode(String.class))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("allow class objects with Codec.builder().allowClasses()");
        assertThatThrownBy(() -> Codec.standard().decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class objects are not allowed");
        assertThatThrownBy(() -> Codec.standard().check(Holder.class)).isInstanceOf(EncodeException.class);
        codec.check(Holder.class);
    }

    @Test
    void classThatIsNotGrantedIsRefusedOnBothSides() {
        Codec wider = codec.toBuilder().allow(Ungranted.class).build();
        for (Class<?> type : List.of(Ungranted.class, Ungranted[].class)) {
            byte[] bytes = wider.encode(type);

            assertThatThrownBy(() -> codec.encode(type))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("class object of class=" + Ungranted.class.getName() + " is not granted");
            assertThatThrownBy(() -> codec.decode(bytes, Class.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=" + Ungranted.class.getName() + " is not granted");
        }
        assertThatThrownBy(() -> codec.encode(Runtime.class)).isInstanceOf(EncodeException.class);
    }

    @Test
    void forgedNamesAreRefused() {
        for (String name : List.of("java.lang.Runtime", "[I", "", "[]", "void[]", "int" + "[]".repeat(300), "a/b")) {
            ByteWriter out = new ByteWriter(64);
            out.writeBytes(codec.encode(int.class), 0, 3);
            Codec plain = Codec.standard();
            byte[] text = plain.encode(name);
            out.writeBytes(text, 1, text.length - 1);

            assertThatThrownBy(() -> codec.decode(out.toByteArray(), Class.class))
                    .as(name)
                    .isInstanceOf(DecodeException.class);
        }
    }

    @Test
    void classObjectKeepsItsPlaceInATextOfBytes() {
        assertThat(new String(codec.encode(Holder[].class), StandardCharsets.ISO_8859_1))
                .endsWith("ClassObjectsTest$Holder[]");
    }
}

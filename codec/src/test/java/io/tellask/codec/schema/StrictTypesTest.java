package io.tellask.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Schema;
import java.lang.reflect.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A field whose type is another on each side: refused for its value, naming the field and both types. */
class StrictTypesTest {
    private static byte[] written(String source, Codec codec) throws Exception {
        Class<?> type = CompiledClasses.of("app.Box", source).type("app.Box");
        return codec.encode(type.getConstructor().newInstance(), (Type) type);
    }

    private static Codec codec(Schema schema) {
        return Codec.builder().schema(schema).build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.util.List<String> | new java.util.ArrayList<>() | java.util.Set<String> | java.util.ArrayList | java.util.Set",
                "int[] | new int[] {70000} | long[] | int[] | long[]",
                "Object | 7 | Long[] | java.lang.Integer | java.lang.Long[]",
            })
    void valueOfAnotherTypeIsRefusedNamingBoth(String here, String value, String there, String from, String to)
            throws Exception {
        for (String shape : new String[] {
            "package app; public class Box { int n; %s kept%s; }",
            "package app; public record Box(int n, %s kept) { %s }"
        }) {
            boolean isRecord = shape.contains("record");
            String old = shape.formatted(here, isRecord ? "public Box() { this(1, " + value + "); }" : " = " + value);
            String fresh = shape.formatted(there, isRecord ? "public Box() { this(1, null); }" : "");
            for (Schema schema : Schema.values()) {
                byte[] bytes = written(old.replace("class Box {", "class Box { public Box() {}"), codec(schema));
                Class<?> reader = CompiledClasses.of("app.Box", fresh).type("app.Box");
                assertThatThrownBy(() -> codec(schema).decode(bytes, reader))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContaining("field=app.Box.kept of type=" + to + " takes no class=" + from)
                        .hasMessageContaining("the writer's field has another type");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Schema.class)
    void declaredTypesAndTheClassThatDeclaresAFieldAreNotCompared(Schema schema) throws Exception {
        byte[] bytes = written(
                "package app; public class Box { public Box() {} java.util.List<String> kept = java.util.List.of(\"a\"); }",
                codec(schema));
        Class<?> reader = CompiledClasses.of(
                        "app.Box", "package app; public class Box extends Base {} class Base { public Object kept; }")
                .type("app.Box");

        Object back = codec(schema).decode(bytes, reader);

        var field = reader.getSuperclass().getDeclaredField("kept");
        field.setAccessible(true);
        assertThat(field.get(back)).isEqualTo(java.util.List.of("a"));
    }

    @Test
    void fieldThatOnlyOneSideHasIsRefusedUnderStrictByName() throws Exception {
        byte[] bytes = written("package app; public class Box { public Box() {} int more; }", codec(Schema.STRICT));
        Class<?> reader = CompiledClasses.of("app.Box", "package app; public class Box {}")
                .type("app.Box");

        assertThatThrownBy(() -> codec(Schema.STRICT).decode(bytes, reader))
                .hasMessageContaining("only written=[int more]");
        assertThat(codec(Schema.COMPATIBLE).decode(bytes, reader)).isNotNull();
    }
}

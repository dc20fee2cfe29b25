package io.tellask.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One class in two versions, written by one and read by the other. */
class SchemaEvolutionTest {
    private static final String TO_STRING = " public String toString() { return ";

    /** Builds the old version with its no-argument constructor, and decodes it as the new one. */
    private static String convert(Codec codec, String oldBody, String newBody) throws ReflectiveOperationException {
        Class<?> old =
                CompiledClasses.of("app.Item", "package app; public " + oldBody).type("app.Item");
        Class<?> fresh =
                CompiledClasses.of("app.Item", "package app; public " + newBody).type("app.Item");
        return codec.decode(codec.encode(old.getConstructor().newInstance()), fresh)
                .toString();
    }

    private static String convert(String oldBody, String newBody) throws ReflectiveOperationException {
        return convert(Codec.standard(), oldBody, newBody);
    }

    @Test
    void addedRemovedAndReorderedFieldsAreMatchedByName() throws Exception {
        assertThat(convert(
                        "class Item { int b = 2; String gone = \"x\"; int a = 1; boolean flag = true; Object ref = java.util.List.of(7); public Item() {} }",
                        "class Item { Object ref; String added; boolean other; boolean flag; int a; long fresh; int b;"
                                + TO_STRING + "ref + \" \" + added + other + flag + a + fresh + b; } }"))
                .isEqualTo("[7] nullfalsetrue102");
    }

    @Test
    void numbersAreWidenedAndBoxed() throws Exception {
        assertThat(convert(
                        "class Item { byte a = 1; int b = 2; float c = 3; char d = 'd'; Integer e = 5; int f = 6; short g = 7; public Item() {} }",
                        "class Item { short a; long b; double c; int d; long e; Integer f; float g;" + TO_STRING
                                + "a + \" \" + b + \" \" + c + \" \" + d + \" \" + e + \" \" + f + \" \" + g; } }"))
                .isEqualTo("1 2 3.0 100 5 6 7.0");
    }

    @Test
    void narrowingIsRefused() {
        assertThatThrownBy(() -> convert("class Item { long a = 1; public Item() {} }", "class Item { int a; }"))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith(
                        "decode: field=app.Item.a was written as long and is int here; a number can only become wider");
    }

    @Test
    void anotherTypeIsRefusedWithAWayOut() {
        assertThatThrownBy(() -> convert("class Item { int a = 1; public Item() {} }", "class Item { String a; }"))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("decode: field=app.Item.a was written as int and is java.lang.String here; "
                        + "give the field its former type, and the new one to a field of another name");
    }

    @Test
    void recordComponentsAreMatchedByName() throws Exception {
        assertThat(convert(
                        "record Item(int a, String b, boolean c) { public Item() { this(1, \"b\", true); } }",
                        "record Item(boolean c, String added, long a, double zero) {}"))
                .isEqualTo("Item[c=true, added=null, a=1, zero=0.0]");
    }

    @Test
    void classBecomesARecord() throws Exception {
        assertThat(convert("class Item { int a = 3; public Item() {} }", "record Item(int a) {}"))
                .isEqualTo("Item[a=3]");
    }

    @Test
    void oneFormerNameAtTwoFieldsIsRefused() throws Exception {
        String former = "@io.tellask.codec.FormerName(\"old\")";
        for (String body : List.of(
                "class Item { %1$s int a; %1$s int b; public Item() {} }",
                "record Item(%1$s int a, %1$s int b) { public Item() { this(1, 2); } }",
                "class Item { public E e = E.A; public Item() {} public enum E { %1$s A, %1$s B } }")) {
            Class<?> item = CompiledClasses.of("app.Item", "package app; public " + body.formatted(former))
                    .type("app.Item");

            assertThatThrownBy(
                            () -> Codec.standard().encode(item.getConstructor().newInstance()))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining(" has the former name=old at ");
        }
    }

    @Test
    void enumConstantsAreMatchedByName() throws Exception {
        String holder =
                "public class Item { Color color = Color.GREEN; java.util.EnumSet<Color> all = java.util.EnumSet.allOf(Color.class);"
                        + " public Item() {} public String toString() { return color + \" \" + all; } enum Color { %s } }";
        Class<?> old = CompiledClasses.of("app.Item", "package app; " + holder.formatted("RED, GREEN"))
                .type("app.Item");
        Class<?> fresh = CompiledClasses.of("app.Item", "package app; " + holder.formatted("BLUE, GREEN, RED"))
                .type("app.Item");
        byte[] bytes = Codec.standard().encode(old.getConstructor().newInstance());

        assertThat(Codec.standard().decode(bytes, fresh)).hasToString("GREEN [GREEN, RED]");
    }

    @Test
    void removedEnumConstantIsRefusedByName() throws Exception {
        String holder = "public class Item { Color color = Color.GREEN; public Item() {} enum Color { %s } }";
        Class<?> old = CompiledClasses.of("app.Item", "package app; " + holder.formatted("RED, GREEN"))
                .type("app.Item");
        Class<?> fresh = CompiledClasses.of(
                        "app.Item", "package app; " + holder.formatted("RED; static final Color GREEN = RED;"))
                .type("app.Item");
        byte[] bytes = Codec.standard().encode(old.getConstructor().newInstance());

        assertThatThrownBy(() -> Codec.standard().decode(bytes, fresh))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("decode: constant=GREEN of enum=app.Item$Color is unknown here");
    }

    @Test
    void strictRefusesAnyDifference() {
        Codec strict = Codec.builder().schema(Schema.STRICT).build();

        assertThatThrownBy(
                        () -> convert(strict, "class Item { int a; public Item() {} }", "class Item { int a; int b; }"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("decode: class=app.Item differs from the writer's, only here=[int b], offset=");
    }
}

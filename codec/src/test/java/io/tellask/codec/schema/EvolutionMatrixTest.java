package io.tellask.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of a field whose class or type changed between the writer and the reader: each change by generated code
 * and by handles, in both options of references, alone and in a session.
 */
class EvolutionMatrixTest {
    /** Reads enough to have the reader of the other version generated. */
    private static final int MANY = 80;

    /** A class in two versions, and the text of what one of them reads of the other. */
    private record Change(String name, String before, String after, String result) {}

    private static Change change(String name, String before, String after, String result) {
        return new Change(name, before, after, result);
    }

    /** Both versions of each change in a package of its own, all compiled at once. */
    static Stream<Arguments> changes() {
        List<Change> all =
                Stream.of(numbers(), types(), shapes()).flatMap(part -> part).toList();
        Map<String, String> before = new HashMap<>();
        Map<String, String> after = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String item = "app%d.Item".formatted(i);
            before.put(item, "package app%d; public ".formatted(i) + all.get(i).before);
            after.put(item, "package app%d; public ".formatted(i) + all.get(i).after);
        }
        CompiledClasses old = CompiledClasses.of(before);
        CompiledClasses fresh = CompiledClasses.of(after);
        return IntStream.range(0, all.size()).mapToObj(i -> {
            String item = "app%d.Item".formatted(i);
            return Arguments.of(all.get(i).name, old.type(item), fresh.type(item), all.get(i).result);
        });
    }

    /** One class with a field for each change of a type. */
    private static Change retyped(String name, List<Retyped> fields) {
        StringBuilder before = new StringBuilder("class Item { public Item() {} ");
        StringBuilder after = new StringBuilder("class Item { ");
        StringBuilder text = new StringBuilder("\"\"");
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            Retyped field = fields.get(i);
            before.append("%s f%d = %s; ".formatted(field.before, i, field.value));
            after.append("%s f%d; ".formatted(field.after, i));
            text.append(" + f%d + \",\"".formatted(i));
            result.append(field.result).append(',');
        }
        after.append("public String toString() { return ").append(text).append("; } }");
        return change(name, before + "}", after.toString(), result.toString());
    }

    /** A field that changes its type. */
    private record Retyped(String before, String value, String after, String result) {}

    private static Stream<Change> numbers() {
        List<String> order = List.of("byte", "short", "int", "long", "float", "double");
        List<String> boxes = List.of("Byte", "Short", "Integer", "Long", "Float", "Double");
        List<Retyped> fields = new ArrayList<>();
        for (int from = 0; from < order.size(); from++) {
            for (int to = from; to < order.size(); to++) {
                String result = to >= 4 ? "7.0" : "7";
                String value = "(" + order.get(from) + ") 7";
                fields.add(new Retyped(order.get(from), value, order.get(to), result));
                fields.add(new Retyped(boxes.get(from), value, boxes.get(to), result));
                fields.add(new Retyped(order.get(from), value, boxes.get(to), result));
                fields.add(new Retyped(boxes.get(from), value, order.get(to), result));
            }
        }
        return Stream.of(retyped("numbers widened, boxed and unboxed", fields));
    }

    private static Stream<Change> types() {
        String list = "new java.util.ArrayList<>(java.util.List.of(\"a\"))";
        return Stream.of(retyped(
                "other types",
                List.of(
                        new Retyped("char", "'a'", "int", "97"),
                        new Retyped("char", "'a'", "double", "97.0"),
                        new Retyped("char", "'a'", "Long", "97"),
                        new Retyped("Character", "'a'", "long", "97"),
                        new Retyped("boolean", "true", "Boolean", "true"),
                        new Retyped("Boolean", "true", "boolean", "true"),
                        new Retyped("Integer", "null", "int", "0"),
                        new Retyped("Boolean", "null", "boolean", "false"),
                        new Retyped("Integer", "null", "Long", "null"),
                        new Retyped("int", "7", "Number", "7"),
                        new Retyped("int", "7", "Object", "7"),
                        new Retyped("int", "7", "Comparable<Integer>", "7"),
                        new Retyped("Number", "7L", "Long", "7"),
                        new Retyped("Object", "7", "long", "7"),
                        new Retyped("String", "\"s\"", "Object", "s"),
                        new Retyped("String", "\"s\"", "CharSequence", "s"),
                        new Retyped("Object", "\"s\"", "String", "s"),
                        new Retyped("java.util.ArrayList<String>", list, "java.util.List<String>", "[a]"),
                        new Retyped("java.util.List<String>", list, "java.util.ArrayList<String>", "[a]"))));
    }

    private static Stream<Change> shapes() {
        return Stream.of(
                change(
                        "fields added, removed and reordered",
                        "class Item { int b = 2; String gone = \"x\"; Object ref = \"r\"; boolean on = true; public Item() {} }",
                        "class Item { Object ref; double fresh; boolean on; int b; String no;"
                                + " public String toString() { return \"\" + ref + fresh + on + b + no; } }",
                        "r0.0true2null"),
                change(
                        "field renamed",
                        "class Item { int old = 3; String name = \"n\"; public Item() {} }",
                        "class Item { @io.tellask.codec.FormerName(\"old\") long fresh; @io.tellask.codec.FormerName(\"x\")"
                                + " @io.tellask.codec.FormerName(\"name\") String title;"
                                + " public String toString() { return fresh + title; } }",
                        "3n"),
                change(
                        "renamed field makes room for another of its old name",
                        "class Item { int a = 3; public Item() {} }",
                        "class Item { @io.tellask.codec.FormerName(\"a\") int b; int a;"
                                + " public String toString() { return a + \" \" + b; } }",
                        "0 3"),
                change(
                        "record component renamed",
                        "record Item(int old, String s) { public Item() { this(3, \"s\"); } }",
                        "record Item(String s, @io.tellask.codec.FormerName(\"old\") double fresh, boolean more) {}",
                        "Item[s=s, fresh=3.0, more=false]"),
                change(
                        "field moved to a superclass",
                        "class Item { int a = 1; String b = \"b\"; public Item() {} }",
                        "class Item extends Base { String b; public String toString() { return a + b; } } class Base { int a; }",
                        "1b"),
                change(
                        "field moved to a subclass",
                        "class Item extends Base { String b = \"b\"; public Item() {} } class Base { int a = 1; }",
                        "class Item { String b; int a; public String toString() { return a + b; } }",
                        "1b"),
                change(
                        "hidden field loses the field that hid it",
                        "class Item extends Base { int a = 2; public Item() {} } class Base { int a = 1; }",
                        "class Item extends Base { public String toString() { return \"\" + a; } } class Base { int a; }",
                        "1"),
                change(
                        "hidden field moves to another class",
                        "class Item extends Base { int a = 2; public Item() {} } class Base { int a = 1; }",
                        "class Item extends Middle { int a; public String toString() { return a + \" \" + ((Middle) this).a; } }"
                                + " class Middle { int a; }",
                        "2 1"),
                change(
                        "boxes of record components widened",
                        "record Item(Integer a, Object b) { public Item() { this(3, (short) 4); } }",
                        "record Item(Long a, Double b) {}",
                        "Item[a=3, b=4.0]"),
                change(
                        "class to record",
                        "class Item { int a = 3; Integer box = 4; String s = \"s\"; public Item() {} }",
                        "record Item(String s, long a, int box, Object none, char zero) {"
                                + " public String toString() { return s + a + box + none + (int) zero; } }",
                        "s34null0"),
                change(
                        "record to class",
                        "record Item(int a, String s) { public Item() { this(3, \"s\"); } }",
                        "class Item extends Base { String s; public String toString() { return a + s; } } class Base { double a; }",
                        "3.0s"),
                change(
                        "enum constants added, reordered and renamed",
                        "class Item { Object c = E.B; java.util.List<E> all = new java.util.ArrayList<>(java.util.List.of(E.A, E.B));"
                                + " public Item() {} } enum E { A, B }",
                        "class Item { Object c; java.util.List<E> all; public String toString() { return c + \"\" + all; } }"
                                + " enum E { NEW, @io.tellask.codec.FormerName(\"B\") BETTER, A }",
                        "BETTER[A, BETTER]"),
                change(
                        "unknown enum constant becomes the default",
                        "class Item { E c = E.B; public Item() {} } enum E { A, B }",
                        "class Item { E c; public String toString() { return \"\" + c; } }"
                                + " enum E { A, @io.tellask.codec.DefaultConstant OTHER }",
                        "OTHER"),
                change(
                        "class gains hooks",
                        "class Item extends Base implements java.io.Serializable { int a = 1; Item me = this; public Item() {} }"
                                + " class Base implements java.io.Serializable { String a = \"base\"; Integer n = 2; }",
                        "class Item extends Base { long a; Item me; transient int seen; private void readObject(java.io.ObjectInputStream in)"
                                + " throws Exception { in.defaultReadObject(); seen = 9; }"
                                + " public String toString() { return a + super.toString() + (me == this) + seen; } }"
                                + " class Base implements java.io.Serializable { String a; @io.tellask.codec.FormerName(\"n\") int m;"
                                + " public String toString() { return a + m; } }",
                        "1base2true9"),
                change(
                        "class loses hooks",
                        "class Item extends Base { int a = 1; Item me = this; public Item() {}"
                                + " private void writeObject(java.io.ObjectOutputStream out) throws Exception {"
                                + " out.defaultWriteObject(); out.writeInt(5); out.writeObject(this); } }"
                                + " class Base implements java.io.Serializable { String a = \"base\"; Integer n = 2; }",
                        "class Item extends Base { long a; Item me;"
                                + " public String toString() { return a + super.toString() + (me == this); } }"
                                + " class Base implements java.io.Serializable { String a; @io.tellask.codec.FormerName(\"n\") int m;"
                                + " public String toString() { return a + m; } }",
                        "1base2true"),
                change(
                        "removed field of a type that is gone",
                        "class Item { int[] gone = {1}; java.util.List<Object> list = new java.util.ArrayList<>(); int a = 1;"
                                + " public Item() { list.add(list); list.add(\"shared\"); } String s = \"shared\"; }",
                        "class Item { int a; String s; public String toString() { return a + s; } }",
                        "1shared"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void otherVersionIsRead(String name, Class<?> before, Class<?> fresh, String result) throws Exception {
        Object old = before.getConstructor().newInstance();
        for (boolean track : new boolean[] {true, false}) {
            boolean cyclic = name.startsWith("removed field") || name.contains("hooks");
            Codec codec = Codec.builder()
                    .trackReferences(track || cyclic)
                    .allowPackage(fresh.getPackageName())
                    .build();
            byte[] bytes = codec.encode(old);
            for (int i = 0; i < MANY; i++) {
                assertThat(codec.decode(bytes, fresh)).as("i=%d", i).hasToString(result);
            }
            ScopedDecoder receiver = codec.newScopedDecoder();
            ScopedEncoder sender =
                    codec.newScopedEncoder((id, descriptor) -> receiver.learn(id, new ByteReader(descriptor)));
            ByteWriter message = new ByteWriter(64);
            sender.encode(old, old.getClass(), message);
            assertThat(receiver.decode(new ByteReader(message.toByteArray()), fresh))
                    .hasToString(result);
        }
    }

    private static final List<List<String>> REFUSALS = List.of(
            List.of("long f = 1;", "int f;", "field=app.Item.f was written as long and is int here"),
            List.of("double f = 1;", "float f;", "field=app.Item.f was written as double and is float here"),
            List.of("int f = 1;", "char f;", "field=app.Item.f was written as int and is char here"),
            List.of("int f = 1;", "boolean f;", "field=app.Item.f was written as int and is boolean here"),
            List.of("int f = 1;", "String f;", "field=app.Item.f was written as int and is java.lang.String here"),
            List.of(
                    "String f = \"s\";",
                    "Integer f;",
                    "field=app.Item.f was written as java.lang.String and is java.lang.Integer here"),
            List.of(
                    "Object f = 1L;",
                    "Integer f;",
                    "field=app.Item.f of type=java.lang.Integer takes no class=java.lang.Long"),
            List.of("Object f = \"s\";", "int f;", "field=app.Item.f of type=int takes no class=java.lang.String"),
            List.of(
                    "int g = 1; java.util.List<String> f = new java.util.LinkedList<>();",
                    "java.util.ArrayList<String> f;",
                    "field=app.Item.f of type=java.util.ArrayList takes no class=java.util.LinkedList"),
            List.of(
                    "java.util.Collection<String> f = new java.util.LinkedList<>();",
                    "java.util.Map<String, String> f;",
                    "the writer's field has another type"));

    /** Both versions of each refused change as classes of their own, all compiled at once. */
    static Stream<Arguments> refusals() {
        Map<String, String> before = new HashMap<>();
        Map<String, String> after = new HashMap<>();
        for (int i = 0; i < REFUSALS.size(); i++) {
            String item = "app%d.Item".formatted(i);
            String start = "package app%d; public class Item { public Item() {} ".formatted(i);
            before.put(item, start + REFUSALS.get(i).get(0) + " }");
            after.put(item, start + REFUSALS.get(i).get(1) + " }");
        }
        CompiledClasses old = CompiledClasses.of(before);
        CompiledClasses fresh = CompiledClasses.of(after);
        return IntStream.range(0, REFUSALS.size()).mapToObj(i -> {
            String item = "app%d.Item".formatted(i);
            String message = REFUSALS.get(i).get(2).replace("app.", "app%d.".formatted(i));
            return Arguments.of(old.type(item), fresh.type(item), message);
        });
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("refusals")
    void fieldOfAnotherTypeIsRefusedByName(Class<?> before, Class<?> after, String message) throws Exception {
        Codec codec = Codec.builder().build();
        byte[] bytes = codec.encode(before.getConstructor().newInstance());

        for (int i = 0; i < MANY; i++) {
            assertThatThrownBy(() -> codec.decode(bytes, after))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining(message)
                    .extracting(failure -> ((DecodeException) failure).path())
                    .isEqualTo("Item.f");
        }
    }
}

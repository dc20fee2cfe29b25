package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Schema;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Classes with hooks in two versions, written by one and read by the other. */
class HookEvolutionTest {
    private static final String WRITE_DEFAULT =
            " private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException { out.defaultWriteObject(); out.writeObject(\"data\"); out.writeInt(7); }";
    private static final String READ_DEFAULT =
            " private void readObject(java.io.ObjectInputStream in) throws Exception { in.defaultReadObject(); seen = \"read\"; }";

    private static Object convert(Map<String, String> oldSources, Map<String, String> newSources) throws Exception {
        Class<?> old = CompiledClasses.of(oldSources).type("app.Item");
        Class<?> fresh = CompiledClasses.of(newSources).type("app.Item");
        Codec codec = Codec.builder().allowPackage("app").build();
        return codec.decode(codec.encode(old.getConstructor().newInstance()), fresh);
    }

    private static Object convert(String oldBody, String newBody) throws Exception {
        return convert(
                Map.of("app.Item", "package app; public class Item implements java.io.Serializable {" + oldBody + "}"),
                Map.of("app.Item", "package app; public class Item implements java.io.Serializable {" + newBody + "}"));
    }

    private static String text(String expression) {
        return " public String toString() { return \"\" + " + expression + "; }";
    }

    @Test
    void fieldsOfALevelAreMatchedByNameAndWidened() throws Exception {
        assertThat(convert(
                        " int a = 1; String gone = \"x\"; Integer boxed = 5; public Item() {}" + WRITE_DEFAULT,
                        " long a; String added = \"not run\"; int boxed; transient String seen;" + READ_DEFAULT
                                + text("a + added + boxed + seen")))
                .hasToString("1null5read");
    }

    @Test
    void getFieldWidensAndTellsWhatWasNotWritten() throws Exception {
        assertThat(convert(
                        " int a = 1; String b = \"b\"; public Item() {}",
                        " long a; String b; int added; transient String seen;"
                                + " private void readObject(java.io.ObjectInputStream in) throws Exception {"
                                + " var f = in.readFields(); seen = f.get(\"a\", 9L) + \" \" + f.get(\"b\", null) + \" \""
                                + " + f.get(\"added\", 4) + f.defaulted(\"added\") + f.defaulted(\"a\"); }"
                                + text("seen")))
                .hasToString("1 b 4truefalse");
    }

    @Test
    void classMayLoseItsHooks() throws Exception {
        assertThat(convert(" int a = 1; public Item() {}" + WRITE_DEFAULT, " int a; int added;" + text("a + added")))
                .hasToString("10");
    }

    @Test
    void classMayGetHooks() throws Exception {
        assertThat(convert(
                        " int a = 1; String b = \"b\"; public Item() {}",
                        " int a; transient String seen; String b;" + READ_DEFAULT + text("a + seen + b")))
                .hasToString("1readb");
    }

    @Test
    void dataThatANewVersionDoesNotReadIsSkipped() throws Exception {
        assertThat(convert(
                        " int a = 1; public Item() {}" + WRITE_DEFAULT,
                        " int a; transient String seen;" + READ_DEFAULT + text("a + seen")))
                .hasToString("1read");
    }

    private static final String BASE =
            "package app; public class Base implements java.io.Serializable { int base = 3; transient String seen;"
                    + " private void readObjectNoData() { base = 8; seen = \"no data\"; } %s }";
    private static final String PLAIN =
            "package app; public class Item implements java.io.Serializable { int own = 4; public Item() {} "
                    + WRITE_DEFAULT + text("own") + "}";
    private static final String DERIVED =
            "package app; public class Item extends Base { int own = 4; public Item() {} %s " + WRITE_DEFAULT + "}";

    @Test
    void superclassThatTheSenderDidNotHaveIsToldSo() throws Exception {
        assertThat(convert(
                        Map.of("app.Item", PLAIN),
                        Map.of(
                                "app.Base",
                                BASE.formatted(""),
                                "app.Item",
                                DERIVED.formatted(text("own + base + seen")))))
                .hasToString("48no data");
    }

    @Test
    void superclassThatIsGoneHereIsDropped() throws Exception {
        assertThat(convert(
                        Map.of("app.Base", BASE.formatted(WRITE_DEFAULT), "app.Item", DERIVED.formatted("")),
                        Map.of("app.Item", PLAIN)))
                .hasToString("4");
    }

    @Test
    void narrowingIsRefused() {
        assertThatThrownBy(() -> convert(
                        " long a = 1; public Item() {}" + WRITE_DEFAULT,
                        " int a; transient String seen;" + READ_DEFAULT))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("field=app.Item.a was written as long and is int here");
    }

    @Test
    void strictRefusesAnyDifference() throws Exception {
        Codec strict = Codec.builder().schema(Schema.STRICT).allowPackage("app").build();
        String source = "package app; public class Item implements java.io.Serializable { %s; public Item() {}"
                + WRITE_DEFAULT + "}";
        Class<?> old = CompiledClasses.of("app.Item", source.formatted("int a")).type("app.Item");
        Class<?> fresh =
                CompiledClasses.of("app.Item", source.formatted("int b")).type("app.Item");
        byte[] bytes = strict.encode(old.getConstructor().newInstance());

        assertThatThrownBy(() -> strict.decode(bytes, fresh))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("differs from the writer's, only written=[own part [int a] by writeObject],"
                        + " only here=[own part [int b] by writeObject]");
    }
}

package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.budget.MemoryBoundTest;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.schema.Descriptor;
import java.lang.invoke.MethodHandles;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Classes that the codec's own loader does not see, and classes of modules that open nothing. */
@Isolated("counts what all threads allocate")
class ClassLoadersTest {
    /** No module can open a package by name to a codec on the class path. */
    private static final String OPENS_CLOSED =
            Codec.class.getModule().isNamed() ? "opens closed to io.tellask.codec" : "opens closed";

    @TempDir
    private Path directory;

    @Test
    void classesOfAChildLoaderAreFoundThroughTheDeclaredType() throws Exception {
        CompiledClasses plugin = CompiledClasses.of(Map.of(
                "plug.Order",
                        "package plug; public class Order { public Part part = new Special(); public Order() {} }",
                "plug.Part", "package plug; public class Part {}",
                "plug.Special", "package plug; public class Special extends Part { private final int n = 5; }"));
        Codec codec = Codec.builder().allowPackage("plug").build();
        Object order = plugin.type("plug.Order").getConstructor().newInstance();

        Object back = codec.decode(codec.encode(order), plugin.type("plug.Order"));

        assertThat(back.getClass().getClassLoader()).isSameAs(plugin);
        assertThat(back.getClass().getField("part").get(back))
                .hasSameClassAs(order.getClass().getField("part").get(order));
    }

    @Test
    void sameNamesInTwoLoadersAreKeptApart() throws Exception {
        String source = "package plug; public record Point(int x) { public Point() { this(1); } }";
        Class<?> left = CompiledClasses.of("plug.Point", source).type("plug.Point");
        Class<?> right = CompiledClasses.of("plug.Point", source).type("plug.Point");
        byte[] bytes = Codec.standard().encode(left.getConstructor().newInstance());

        for (int round = 0; round < 2; round++) {
            assertThat(Codec.standard().decode(bytes, left)).isExactlyInstanceOf(left);
            assertThat(Codec.standard().decode(bytes, right)).isExactlyInstanceOf(right);
        }
    }

    @Test
    void ungrantedClassIsNeitherLoadedNorInitialised() throws Exception {
        CompiledClasses sender = CompiledClasses.of(
                "evil.Bomb",
                "package evil; public class Bomb { static { System.setProperty(\"evil.bomb\", \"gone off\"); } public Bomb() {} }");
        byte[] bytes = Codec.builder().allowPackage("evil").build().encode(new Object[] {
            sender.type("evil.Bomb").getConstructor().newInstance()
        });
        System.clearProperty("evil.bomb");
        ClassLoader refusing = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                throw new AssertionError("asked for " + name);
            }
        };
        Thread.currentThread().setContextClassLoader(refusing);
        try {
            assertThatThrownBy(() -> Codec.standard().decode(bytes, Object[].class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=evil.Bomb is not granted");
        } finally {
            Thread.currentThread().setContextClassLoader(ClassLoadersTest.class.getClassLoader());
        }
        assertThat(System.getProperty("evil.bomb")).isNull();
    }

    private ClassLoader module(boolean open) throws Exception {
        CompiledClasses classes = CompiledClasses.of(
                Map.of(
                        "closed.Account",
                                "package closed; public class Account { private final String owner = \"ada\"; private int cents = 5;"
                                        + " public Account() {} public static java.lang.invoke.MethodHandles.Lookup lookup() {"
                                        + " return java.lang.invoke.MethodHandles.lookup(); } }",
                        "closed.Counter",
                                "package closed; public class Counter { private int count = 6; public Counter() {}"
                                        + " public int count() { return count; } }",
                        "closed.Entry",
                                "package closed; public class Entry extends Base implements java.io.Serializable { private final String owner;"
                                        + " private boolean open = true; private int cents = 5; private Entry self = this; private transient int skipped = 1;"
                                        + " public Entry() { owner = \"ada\"; base = 7; } public String toString() {"
                                        + " return owner + open + cents + (self == this) + skipped + base; } }"
                                        + " class Base implements java.io.Serializable { protected int base; }",
                        "closed.Failure",
                                "package closed; public class Failure extends Exception { private final int code;"
                                        + " private final Object seen = this; public Failure() { super(\"m\", new Error(\"c\")); code = 7; }"
                                        + " public String toString() { return getMessage() + code + (seen == this); } }",
                        "closed.Money",
                                "package closed; public record Money(long cents, String currency) { public Money() { this(7, \"EUR\"); } }"));
        Path home = directory.resolve(open ? "open" : "closed");
        Files.createDirectories(home.resolve("closed"));
        for (String name : List.of("Account", "Counter", "Entry", "Base", "Failure", "Money")) {
            Files.write(home.resolve("closed").resolve(name + ".class"), classes.bytes("closed." + name));
        }
        Files.write(
                home.resolve("module-info.class"),
                java.lang.classfile.ClassFile.of()
                        .buildModule(java.lang.classfile.attribute.ModuleAttribute.of(
                                java.lang.constant.ModuleDesc.of("closed.module"), module -> {
                                    module.requires(java.lang.constant.ModuleDesc.of("java.base"), 0x8000, null);
                                    module.exports(java.lang.constant.PackageDesc.of("closed"), 0);
                                    if (open) {
                                        module.opens(java.lang.constant.PackageDesc.of("closed"), 0);
                                    }
                                })));
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(home), ModuleFinder.of(), Set.of("closed.module"));
        return boot.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader())
                .findLoader("closed.module");
    }

    @Test
    void openPackageOfANamedModuleNeedsNothing() throws Exception {
        Class<?> account = module(true).loadClass("closed.Account");

        Object back =
                RoundTrips.standalone(Codec.standard(), account.getConstructor().newInstance());

        assertThat(back).isExactlyInstanceOf(account);
    }

    @Test
    void publicRecordOfAClosedModuleNeedsNothing() throws Exception {
        Class<?> money = module(false).loadClass("closed.Money");

        assertThat(RoundTrips.standalone(
                        Codec.standard(), money.getConstructor().newInstance()))
                .hasToString("Money[cents=7, currency=EUR]");
    }

    @Test
    void serializableClassOfAClosedModuleNeedsNothing() throws Exception {
        Class<?> entry = module(false).loadClass("closed.Entry");

        assertThat(RoundTrips.standalone(
                        Codec.standard(), entry.getConstructor().newInstance()))
                .hasToString("adatrue5true07");
    }

    @Test
    void memoryOfObjectsOfAClosedModuleIsBounded() throws Exception {
        Class<?> entry = module(false).loadClass("closed.Entry");
        Codec codec = Codec.builder().allow(entry).trackReferences(false).build();
        byte[] descriptor = new Descriptor(Descriptor.OBJECT, entry.getName(), List.of()).bytes;
        ByteWriter out = new ByteWriter(10_000);
        out.writeByte(0);
        out.writeByte(22);
        out.writeVarInt(5_000 << GraphReader.SHAPE_BITS);
        for (int i = 0; i < 5_000; i++) {
            out.writeByte(HeadNumbers.FIRST_DESCRIBED);
            if (i == 0) {
                out.writeVarInt(descriptor.length);
                out.writeBytes(descriptor, 0, descriptor.length);
            }
        }

        MemoryBoundTest.assertBoundedAnew(codec, out.toByteArray(), "objects without their fields");
        assertThatThrownBy(() -> codec.decode(out.toByteArray(), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("unbacked slots=");
    }

    @Test
    void exceptionOfAClosedModuleNeedsNothing() throws Exception {
        ClassLoader loader = module(false);
        var lookup = (MethodHandles.Lookup)
                loader.loadClass("closed.Account").getMethod("lookup").invoke(null);
        Throwable thrown =
                (Throwable) loader.loadClass("closed.Failure").getConstructor().newInstance();

        for (Codec codec :
                List.of(Codec.standard(), Codec.builder().lookup(lookup).build())) {
            Throwable back = RoundTrips.standalone(codec, thrown);

            assertThat(back).hasToString("m7true").hasSameClassAs(thrown);
            assertThat(back.getCause()).hasMessage("c");
            assertThat(back.getStackTrace()).isEqualTo(thrown.getStackTrace());
        }
        Class<?> open = module(true).loadClass("closed.Failure");
        byte[] ofOpen = Codec.standard().encode(open.getConstructor().newInstance());
        assertThat(Codec.standard().decode(ofOpen, thrown.getClass())).hasToString("m7true");
        assertThat(Codec.standard().decode(Codec.standard().encode(thrown), open))
                .hasToString("m7true");
    }

    @Test
    void closedModuleIsReachedThroughItsLookupOrRefusedWithTheRemedy() throws Exception {
        ClassLoader loader = module(false);
        Class<?> counter = loader.loadClass("closed.Counter");
        Object value = counter.getConstructor().newInstance();
        var lookup = (MethodHandles.Lookup)
                loader.loadClass("closed.Account").getMethod("lookup").invoke(null);

        assertThatThrownBy(() -> Codec.standard().encode(value))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("class=closed.Counter cannot be accessed")
                .hasMessageContaining("open its package with '" + OPENS_CLOSED + "', make it Serializable")
                .hasMessageContaining("Codec.builder().lookup(MethodHandles.lookup())");
        Object back = RoundTrips.standalone(Codec.builder().lookup(lookup).build(), value);

        assertThat(counter.getMethod("count").invoke(back)).isEqualTo(6);
    }

    @Test
    void finalFieldOfAClosedModuleIsRefusedWithTheRemedy() throws Exception {
        Class<?> account = module(false).loadClass("closed.Account");
        var lookup = (MethodHandles.Lookup) account.getMethod("lookup").invoke(null);

        assertThatThrownBy(() -> Codec.builder().lookup(lookup).build().check(account))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("final field=owner can be set only where its package is open")
                .hasMessageContaining("open its package with '" + OPENS_CLOSED + "' or make it Serializable")
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("lookup("));
    }
}

package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.RoundTrips;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Private hooks of private parts run wherever a class lies, without flags: child loaders, open and closed modules. */
class HookPlacesTest {
    @TempDir
    private Path directory;

    enum Place {
        CHILD_LOADER,
        OPEN_MODULE,
        CLOSED_MODULE
    }

    private static final String LEDGER = """
            package placed;
            public class Ledger extends java.util.ArrayList<String> implements java.io.Serializable {
                private final String owner;
                private int cents = 5;
                private transient String seen;
                public Ledger() { owner = "ada"; add("entry"); }
                private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
                    out.defaultWriteObject();
                    out.writeObject(this);
                    out.writeUTF("data");
                }
                private void readObject(java.io.ObjectInputStream in) throws Exception {
                    in.defaultReadObject();
                    seen = (in.readObject() == this) + in.readUTF();
                }
                public String toString() { return super.toString() + owner + cents + seen; }
            }
            """;
    private static final String SPAN = """
            package placed;
            public class Span implements java.io.Serializable {
                private transient int from = 3;
                public Span() {}
                private Object writeReplace() { return new Proxy(from); }
                public String toString() { return "from " + from; }
                private static class Proxy implements java.io.Serializable {
                    private static final java.io.ObjectStreamField[] serialPersistentFields = {
                        new java.io.ObjectStreamField("start", int.class)
                    };
                    private final int start;
                    Proxy(int start) { this.start = start; }
                    private Object readResolve() { Span span = new Span(); span.from = start + 1; return span; }
                }
            }
            """;
    private static final String COIN = """
            package placed;
            public class Coin implements java.io.Externalizable {
                private int cents;
                public Coin() { cents = 1; }
                public void writeExternal(java.io.ObjectOutput out) throws java.io.IOException { out.writeInt(cents + 1); }
                public void readExternal(java.io.ObjectInput in) throws java.io.IOException { cents = in.readInt(); }
                public String toString() { return "cents " + cents; }
            }
            """;

    private ClassLoader loader(Place place) throws Exception {
        CompiledClasses classes =
                CompiledClasses.of(Map.of("placed.Ledger", LEDGER, "placed.Span", SPAN, "placed.Coin", COIN));
        if (place == Place.CHILD_LOADER) {
            return classes;
        }
        Path home = directory.resolve("placed");
        Files.createDirectories(home.resolve("placed"));
        for (String name : Set.of("Ledger", "Span", "Span$Proxy", "Coin")) {
            Files.write(home.resolve("placed").resolve(name + ".class"), classes.bytes("placed." + name));
        }
        Files.write(
                home.resolve("module-info.class"),
                ClassFile.of().buildModule(ModuleAttribute.of(ModuleDesc.of("placed.module"), module -> {
                    module.requires(ModuleDesc.of("java.base"), 0x8000, null);
                    module.exports(PackageDesc.of("placed"), 0);
                    if (place == Place.OPEN_MODULE) {
                        module.opens(PackageDesc.of("placed"), 0);
                    }
                })));
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(home), ModuleFinder.of(), Set.of("placed.module"));
        return boot.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader())
                .findLoader("placed.module");
    }

    @ParameterizedTest
    @EnumSource
    void hooksRunAndFinalFieldsAreSet(Place place) throws Exception {
        ClassLoader loader = loader(place);

        for (Map.Entry<String, String> each : Map.of(
                        "Ledger", "[entry]ada5truedata", "Span", "from 4", "Coin", "cents 2")
                .entrySet()) {
            Class<?> type = loader.loadClass("placed." + each.getKey());
            Object back = RoundTrips.standalone(
                    Codec.standard(), type.getConstructor().newInstance());

            assertThat(back).isExactlyInstanceOf(type).hasToString(each.getValue());
        }
    }
}

package io.tellask.codec.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.schema.Descriptor;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A class loader keeps a lock for each name that it is asked for, so that a peer's names of classes that do not exist
 * must not reach it without a bound.
 */
class AbsentClassesTest {
    private static final int LIMIT = 3;
    private static final CodecLimits FEW = CodecLimits.standard().withUnknownNames(LIMIT);

    /** Notes the names that it is asked to load. */
    private static class Asked extends ClassLoader {
        final Set<String> names = new HashSet<>();

        Asked(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            return super.loadClass(name, resolve);
        }
    }

    /** The same, which has something under the name of any file. */
    private static final class WithFiles extends Asked {
        WithFiles(ClassLoader parent) {
            super(parent);
        }

        @Override
        public URL getResource(String name) {
            try {
                return URI.create("file:/" + name.length()).toURL();
            } catch (java.net.MalformedURLException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A message whose root is an empty object of a class. */
    static byte[] messageOf(String className) {
        byte[] descriptor = new Descriptor(Descriptor.OBJECT, className, List.of()).bytes;
        ByteWriter out = new ByteWriter(descriptor.length + 16);
        out.writeByte(0);
        out.writeByte(HeadNumbers.FIRST_DESCRIBED);
        out.writeVarInt(descriptor.length);
        out.writeBytes(descriptor, 0, descriptor.length);
        return out.toByteArray();
    }

    private static void withContext(ClassLoader loader, Runnable task) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            task.run();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void refuseMany(Codec codec, String prefix, int count) {
        for (int i = 0; i < count; i++) {
            byte[] message = messageOf(prefix + i);
            assertThatThrownBy(() -> codec.decode(message, Object.class)).isInstanceOf(DecodeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void loadersAreAskedForAFewAbsentClassesOnly(boolean withFiles) {
        Asked loader = withFiles
                ? new WithFiles(getClass().getClassLoader())
                : new Asked(getClass().getClassLoader());
        Codec codec = Codec.builder().allowTree("absent").limits(FEW).build();

        withContext(loader, () -> refuseMany(codec, "absent.deep.Class", 50));

        assertThat(loader.names).hasSize(LIMIT).allMatch(name -> name.startsWith("absent."));
    }

    @Test
    void errorBeyondTheLimitNamesIt() {
        Codec codec = Codec.builder().allowPackage("absent").limits(FEW).build();
        refuseMany(codec, "absent.Class", LIMIT - 1);

        assertThatThrownBy(() -> codec.decode(messageOf("absent.Last"), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=absent.Last is granted but cannot be found");
        assertThatThrownBy(() -> codec.decode(messageOf("absent.TooMany"), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.unknownNames=" + LIMIT + "; grant it with Codec.builder().allow(Class)");
    }

    static final class Present implements Serializable {
        int number = 1;
    }

    @Test
    void presentClassComesInAfterAnyNumberOfAbsentOnes() {
        Codec codec = Codec.builder()
                .allowPackage("io.tellask.codec.trust")
                .limits(FEW)
                .build();
        refuseMany(codec, "io.tellask.codec.trust.Absent", 50);

        assertThat(codec.decode(codec.encode(new Present()), Object.class)).isInstanceOf(Present.class);
    }

    @Test
    void classWithoutAFileComesInWhileTheLimitLasts() {
        CompiledClasses made = CompiledClasses.of("made.Here", "package made; public class Here {}");
        Codec codec = Codec.builder().allowPackage("made").limits(FEW).build();
        Codec exhausted = Codec.builder().allowPackage("made").limits(FEW).build();

        withContext(made, () -> {
            refuseMany(codec, "made.Absent", LIMIT - 1);
            for (int i = 0; i < 3; i++) { // what was found does not count
                assertThat(codec.decode(messageOf("made.Here"), Object.class)).isInstanceOf(made.type("made.Here"));
            }
            refuseMany(codec, "made.Other", 50);
            assertThat(codec.decode(messageOf("made.Here"), Object.class)).isInstanceOf(made.type("made.Here"));
            refuseMany(exhausted, "made.Absent", LIMIT);
            assertThatThrownBy(() -> exhausted.decode(messageOf("made.Here"), Object.class))
                    .hasMessageContaining("limits.unknownNames=" + LIMIT);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {".Class", "Class.", "a..Class", "a/Class", "a\\Class", "[La.Class;", "a.b;c", "a.\u0000", ""})
    void nameThatNoClassHasIsNotLookedUp(String name) {
        assertThat(ClassLookup.isName("absent." + name)).isFalse();
        assertThat(ClassLookup.isName("absent.Outer$Inner.\u00fc_1")).isTrue();
    }

    /** A codec that lets in all that names a class. */
    private static final Codec WIDE = Codec.builder()
            .allowTree("absent")
            .allowClasses()
            .allowLambdas()
            .limits(FEW)
            .build();

    @Test
    void tooLongNamesOfClassesAreRefusedInEachForm() {
        String longest = "absent." + "C".repeat(ClassLookup.MAX_NAME_CHARS - 7);
        for (String name : List.of(longest, longest + "C")) {
            String refusal = name == longest ? "absent" : "class name length=1025 > MAX_NAME_CHARS=1024";
            for (byte[] message : List.of(namedBy(42, name), namedBy(40, name))) {
                assertThatThrownBy(() -> WIDE.decode(message, Object.class))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContaining(refusal);
            }
        }
    }

    /** A class object, or a lambda, of the class of a name. */
    private static byte[] namedBy(int extended, String name) {
        ByteWriter out = new ByteWriter(2_000);
        out.writeByte(0);
        out.writeVarInt(HeadNumbers.FIRST_DESCRIBED - 1);
        out.writeByte(extended);
        if (extended == 40) {
            out.writeVarInt(9);
        }
        out.writeVarInt(HeadNumbers.STRING);
        out.writeVarInt(4 + name.length());
        out.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1), 0, name.length());
        if (extended == 40) {
            out.writeBytes(new byte[8], 0, 8);
        }
        return out.toByteArray();
    }

    /** Names absent exceptions of the JDK, which need no grant, and absent classes of a granted tree. */
    static final class Flood {
        private static final int COUNT = 6_000;

        public static void main(String[] args) {
            Codec codec = Codec.builder().allowTree("absent").build();
            String filler = "x".repeat(ClassLookup.MAX_NAME_CHARS - 40);
            int refused = 0;
            for (int i = 0; i < COUNT; i++) {
                String name = (i % 2 == 0 ? "java.lang.A" + i + filler + "Exception" : "absent.A" + i + filler);
                try {
                    codec.decode(messageOf(name), Object.class);
                } catch (DecodeException e) {
                    refused++;
                }
            }
            System.out.println("refused=" + refused);
        }
    }

    @Test
    void absentClassesLeaveNothingBehindInASmallHeap() throws Exception {
        assertThat(run("-Xmx9m", Flood.class)).contains("refused=" + Flood.COUNT);
    }

    /** What a program of this class path prints in a JVM of its own. */
    static String run(String heap, Class<?> program) throws Exception {
        String classPath = System.getProperty("java.class.path");
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process process = new ProcessBuilder(
                        java, heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, program.getName())
                .redirectErrorStream(true)
                .start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return text;
        }
    }
}

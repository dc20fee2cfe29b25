package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces of child loaders and of modules, open and closed, and types that many threads ask for first. */
class StructPlacesTest {
    private static final class ChildLoader extends ClassLoader {
        private final ClassLoader parent;

        ChildLoader(ClassLoader parent) {
            super(parent);
            this.parent = parent;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PriceUpdate.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = parent.getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void interfaceOfAChildLoaderHasATypeOfItsOwn() throws Exception {
        ClassLoader child = new ChildLoader(PriceUpdate.class.getClassLoader());
        Class<?> type = child.loadClass(PriceUpdate.class.getName());

        StructType<?> struct = StructType.of(type);

        assertThat(struct.type().getClassLoader()).isSameAs(child);
        assertThat(struct.allocate()).isInstanceOf(type).isNotInstanceOf(PriceUpdate.class);
        struct.layout().requireDigest(StructType.of(PriceUpdate.class).layout().digest());
    }

    @Test
    void threadsThatAskFirstGetOneType() throws Exception {
        for (int round = 0; round < 20; round++) {
            ClassLoader child = new ChildLoader(PriceUpdate.class.getClassLoader());
            Class<?> type = child.loadClass(PriceUpdate.class.getName());
            List<Future<StructType<?>>> made = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 8; i++) {
                    made.add(threads.submit(() -> StructType.of(type)));
                }
            }
            StructType<?> first = made.getFirst().get();
            for (Future<StructType<?>> other : made) {
                assertThat(other.get()).isSameAs(first);
            }
        }
    }

    @Test
    void closedModuleGivesItsLookup(@TempDir Path folder) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("src/priced"));
        Files.writeString(folder.resolve("src/module-info.java"), "module priced { requires io.tellask.struct; }");
        Files.writeString(sources.resolve("Main.java"), """
                package priced;
                import io.tellask.struct.*;
                import java.lang.invoke.MethodHandles;
                class Main {
                    enum Side { BUY, SELL }
                    interface Inner { @Length(3) String name(); void name(String name); }
                    interface Price { Inner inner(); Side side(); void side(Side side); long id(); void id(long id); long idVolatile(); }
                    public static void main(String[] arguments) {
                        try {
                            StructType.of(Price.class);
                        } catch (StructTypeException e) {
                            System.out.println(e.getMessage());
                        }
                        Price price = StructType.of(Price.class, MethodHandles.lookup()).allocate();
                        price.inner().name("abc");
                        price.side(Side.SELL);
                        price.id(7);
                        System.out.println(price.inner().name() + price.side() + price.idVolatile());
                    }
                }
                """);
        String path = modulePath();
        Path classes = folder.resolve("classes");
        int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-p",
                        path,
                        "-d",
                        classes.toString(),
                        folder.resolve("src/module-info.java").toString(),
                        sources.resolve("Main.java").toString());
        assertThat(compiled).isZero();

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        path + File.pathSeparator + classes,
                        "-m",
                        "priced/priced.Main")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines().toList()).hasSize(2).last().isEqualTo("abcSELL7");
        assertThat(output)
                .contains("is in a package that is not open to io.tellask.struct; call StructType.of with the");
    }

    @Test
    void lookupOfAnotherPlaceIsRefused() {
        assertThatExceptionOfType(StructTypeException.class)
                .isThrownBy(() -> StructType.of(
                        new ChildLoader(PriceUpdate.class.getClassLoader()).loadClass(PriceUpdate.class.getName()),
                        MethodHandles.publicLookup()))
                .withMessageContaining("is in a package that is not open");
    }

    private static String modulePath() {
        String all = System.getProperty("java.class.path");
        String separator = File.pathSeparator;
        return Stream.concat(
                        Arrays.stream(all.split(separator)).filter(entry -> entry.endsWith("struct/target/classes")),
                        Arrays.stream(all.split(separator))
                                .filter(entry ->
                                        entry.contains("tellask-text") || entry.endsWith("text/target/classes")))
                .collect(Collectors.joining(separator));
    }
}

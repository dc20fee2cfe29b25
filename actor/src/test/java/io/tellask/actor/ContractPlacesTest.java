package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.text.SafeText;
import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contracts from every place a class can come from: beside Tellask, in child loaders, in named modules, and where it is not seen. */
class ContractPlacesTest {
    private static final String CONTRACT = """
            package places;
            public interface Echo {
                java.util.concurrent.CompletionStage<String> echo(Word word);
                record Word(String text) {}
            }
            """;
    private static final String ACTOR = """
            package places;
            import java.util.concurrent.*;
            public final class EchoActor implements Echo {
                public CompletionStage<String> echo(Word word) {
                    return CompletableFuture.completedFuture(word.text() + " from " + getClass().getModule());
                }
            }
            """;
    private static final String MAIN = """
            package places;
            import io.tellask.actor.*;
            public final class Main {
                public static String run() {
                    try (ActorSystem system = ActorSystem.create()) {
                        Echo echo = system.spawn(Echo.class, EchoActor::new);
                        return echo.echo(new Echo.Word("hello")).toCompletableFuture().join();
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    /** The modules that make up actors. */
    private static List<Path> tellask() {
        return Stream.of(ActorSystem.class, SafeText.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())))
                .toList();
    }

    private static String tellaskPath() {
        return tellask().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Path compile(List<String> options, String... sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-d", classes.toString()));
        for (String source : sources) {
            String name = source.contains("package places")
                    ? source.replaceAll("(?s).*?public (?:final class|interface) (\\w+).*", "$1")
                    : "module-info";
            arguments.add(
                    Files.writeString(folder.resolve(name + ".java"), source).toString());
        }
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        int result = compiler.run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(result).as("the contract compiles").isZero();
        return classes;
    }

    private static URLClassLoader loader(Path classes, ClassLoader parent) throws IOException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent);
    }

    private static String runMain(ClassLoader loader) throws ReflectiveOperationException {
        return (String) loader.loadClass("places.Main").getMethod("run").invoke(null);
    }

    /** Spawns and calls with the Tellask of this test; the contract itself knows nothing of it. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static String callFromHere(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> contract = loader.loadClass("places.Echo");
        Object word = loader.loadClass("places.Echo$Word")
                .getConstructor(String.class)
                .newInstance("hello");
        Object actor = loader.loadClass("places.EchoActor").getConstructor().newInstance();
        try (ActorSystem system = ActorSystem.create()) {
            Object reference = system.spawn((Class) contract, () -> actor);
            Object answer = contract.getMethod("echo", word.getClass()).invoke(reference, word);
            return ((CompletionStage<String>) answer).toCompletableFuture().join();
        }
    }

    @Test
    void inAChildLoader() throws Exception {
        Path classes = compile(List.of("-cp", tellaskPath()), CONTRACT, ACTOR, MAIN);
        try (URLClassLoader child = loader(classes, ActorSystem.class.getClassLoader())) {
            assertThat(runMain(child)).startsWith("hello from unnamed module");
            assertThat(callFromHere(child)).startsWith("hello from unnamed module");
        }
    }

    @Test
    void inTwoChildLoadersAtOnce() throws Exception {
        Path classes = compile(List.of("-cp", tellaskPath()), CONTRACT, ACTOR, MAIN);
        try (URLClassLoader one = loader(classes, ActorSystem.class.getClassLoader());
                URLClassLoader other = loader(classes, ActorSystem.class.getClassLoader())) {
            assertThat(one.loadClass("places.Echo")).isNotSameAs(other.loadClass("places.Echo"));
            assertThat(runMain(one)).startsWith("hello");
            assertThat(runMain(other)).startsWith("hello");
        }
    }

    @Test
    void inALoaderThatDoesNotSeeTellask() throws Exception {
        Path classes = compile(List.of(), CONTRACT, ACTOR);
        try (URLClassLoader apart = loader(classes, ClassLoader.getPlatformClassLoader())) {
            assertThat(callFromHere(apart)).startsWith("hello from unnamed module");
        }
    }

    @Test
    void inAModuleBesideTellaskOnTheClassPath() throws Exception {
        Path classes = compile(List.of(), "module places { exports places; }", CONTRACT, ACTOR);
        assertThat(callFromHere(layer(classes).findLoader("places"))).isEqualTo("hello from module places");
    }

    @Test
    void inAModuleThatOpensItsPackage() throws Exception {
        Path classes = compileModule("requires io.tellask.actor; exports places; opens places to io.tellask.actor;");
        assertThat(runMain(layer("places", classes).findLoader("places"))).isEqualTo("hello from module places");
    }

    @Test
    void inAModuleThatExportsItsPackage() throws Exception {
        Path classes = compileModule("requires io.tellask.actor; exports places;");
        assertThat(runMain(layer("places", classes).findLoader("places"))).isEqualTo("hello from module places");
    }

    @Test
    void onTheClassPathAboveTellaskAsAModule() throws Exception {
        ModuleLayer layer = layer("io.tellask.actor");
        Path classes = compile(List.of("-cp", tellaskPath()), CONTRACT, ACTOR, MAIN);
        try (URLClassLoader child = loader(classes, layer.findLoader("io.tellask.actor"))) {
            assertThat(runMain(child)).startsWith("hello from unnamed module");
        }
    }

    @Test
    void aContractThatNobodyMaySeeIsRefusedWithTheRemedy() throws Exception {
        Path classes = compile(List.of(), "module places { }", CONTRACT, ACTOR);
        Class<?> contract = layer(classes).findLoader("places").loadClass("places.Echo");
        try (ActorSystem system = ActorSystem.create()) {
            assertThatThrownBy(() -> system.spawn(contract, () -> null))
                    .isInstanceOf(ContractException.class)
                    .hasMessageContaining("type=places.Echo")
                    .hasMessageContaining("public in an exported package");
        }
    }

    private Path compileModule(String directives) throws IOException {
        return compile(List.of("-p", tellaskPath()), "module places { " + directives + " }", CONTRACT, ACTOR, MAIN);
    }

    /** A layer of the folder's module alone, above the Tellask of this test. */
    private static ModuleLayer layer(Path places) {
        return layer("places", List.of(places));
    }

    /** A layer with a Tellask of its own. */
    private static ModuleLayer layer(String root, Path... others) {
        List<Path> modules = new ArrayList<>(List.of(others));
        modules.addAll(tellask());
        return layer(root, modules);
    }

    private static ModuleLayer layer(String root, List<Path> modules) {
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(modules.toArray(Path[]::new)), ModuleFinder.of(), Set.of(root));
        return ModuleLayer.boot().defineModulesWithManyLoaders(configuration, ClassLoader.getPlatformClassLoader());
    }
}

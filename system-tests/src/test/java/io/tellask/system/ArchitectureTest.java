package io.tellask.system;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between modules, and which library may be seen where: drawn once more here, because a module-info can be edited. */
class ArchitectureTest {
    /** Packages of the codec that it does not export, each above those that it may use. */
    private static final List<String> CODEC_LADDER =
            List.of("failure", "bytes", "schema", "trust", "hashing", "graph", "jdk");

    /** What the codec's users see and its lower packages work with: it only holds data, and does nothing with others. */
    private static final Set<String> CODEC_DATA = Set.of(
            "ByteReader",
            "ByteWriter",
            "CodecException",
            "CodecLimits",
            "DecodeException",
            "DefaultConstant",
            "EncodeException",
            "FormerName",
            "HeapBudget",
            "MessageNode",
            "UnknownClasses");

    private static JavaClasses main;

    @BeforeAll
    static void readClasses() {
        main = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tellask");
        assertThat(main).as("classes on the test's class path").hasSizeGreaterThan(50);
    }

    @Test
    void arrowsBetweenModulesPointOneWay() {
        LayeredArchitecture modules = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : List.of(
                "codec.text", "actor", "remote", "netty", "store", "kv", "testkit", "bench", "cli", "examples")) {
            modules = modules.optionalLayer(name).definedBy("io.tellask." + name + "..");
        }
        modules.layer("text")
                .definedBy("io.tellask.text")
                .whereLayer("text")
                .mayNotAccessAnyLayer()
                .layer("codec")
                .definedBy(codecPackages().toArray(String[]::new))
                .whereLayer("codec")
                .mayOnlyAccessLayers("text")
                .whereLayer("codec.text")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("actor")
                .mayOnlyAccessLayers("text")
                .whereLayer("remote")
                .mayOnlyAccessLayers("text", "actor", "codec")
                .whereLayer("netty")
                .mayOnlyAccessLayers("text", "remote", "actor", "codec")
                .whereLayer("store")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("kv")
                .mayOnlyAccessLayers("text", "netty", "store", "remote", "actor", "codec")
                .whereLayer("testkit")
                .mayOnlyAccessLayers("text", "remote", "actor", "codec")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("examples")
                .mayNotBeAccessedByAnyLayer()
                .check(main);
    }

    @Test
    void packagesOfCodecUseOnlyLowerOnes() {
        DescribedPredicate<JavaClass> front = DescribedPredicate.describe(
                "the codec's front",
                type -> type.getPackageName().equals("io.tellask.codec")
                        && !CODEC_DATA.contains(outermost(type).getSimpleName()));
        for (int i = 0; i < CODEC_LADDER.size(); i++) {
            String[] above = CODEC_LADDER.subList(i + 1, CODEC_LADDER.size()).stream()
                    .map(name -> "io.tellask.codec." + name)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("io.tellask.codec." + CODEC_LADDER.get(i))
                    .should()
                    .dependOnClassesThat(front.or(resideInAnyPackage(above)))
                    .check(main);
        }
    }

    @Test
    void everyPackageOfCodecIsOnTheLadder() {
        assertThat(main.stream().map(JavaClass::getPackageName))
                .filteredOn(name -> name.startsWith("io.tellask.codec") && !name.startsWith("io.tellask.codec.text"))
                .containsOnlyElementsOf(codecPackages());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static List<String> codecPackages() {
        return Stream.concat(
                        Stream.of("io.tellask.codec"), CODEC_LADDER.stream().map(name -> "io.tellask.codec." + name))
                .toList();
    }

    @Test
    void modulesHaveNoCycles() {
        slices().matching("io.tellask.(*)..").should().beFreeOfCycles().check(main);
    }

    /** A package of {@code cli} uses only those that stand before its line; its parts on one line do not know each other. */
    @Test
    void packagesOfCliAreALadder() {
        assertLadder(
                "io.tellask.cli",
                List.of("terminal"),
                List.of("server", "json", "transfer"),
                List.of("crash", "hostile"),
                List.of("kv", "serve", "store", "codec", "demo", "trial"),
                List.of(""));
    }

    /** The same for what is behind {@code RespServer}. */
    @Test
    void packagesOfRespAreALadder() {
        assertLadder(
                "io.tellask.kv.resp",
                List.of("message"),
                List.of("loop"),
                List.of("channel", "database"),
                List.of(""),
                List.of("command"));
    }

    /** Checks that the packages below one, and itself as "", stand on these steps, and that each uses only those of steps before its own. */
    @SafeVarargs
    private static void assertLadder(String above, List<String>... steps) {
        Set<String> named = Arrays.stream(steps)
                .flatMap(List::stream)
                .map(name -> full(above, name))
                .collect(Collectors.toSet());
        Set<String> there = main.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.equals(above) || name.startsWith(above + "."))
                .collect(Collectors.toSet());
        assertThat(named).as("packages of %s and below", above).containsExactlyInAnyOrderElementsOf(there);
        Set<String> below = new HashSet<>();
        for (List<String> step : steps) {
            for (String name : step) {
                String[] closed = there.stream()
                        .filter(other -> !below.contains(other) && !other.equals(full(above, name)))
                        .toArray(String[]::new);
                noClasses()
                        .that()
                        .resideInAPackage(full(above, name))
                        .should()
                        .dependOnClassesThat(resideInAnyPackage(closed))
                        .allowEmptyShould(true)
                        .check(main);
            }
            step.forEach(name -> below.add(full(above, name)));
        }
    }

    private static String full(String above, String name) {
        return name.isEmpty() ? above : above + "." + name;
    }

    @ParameterizedTest
    @CsvSource({
        "io.netty.., io.tellask.netty..",
        "picocli.., io.tellask.cli..",
        "tools.jackson.., io.tellask.cli.. io.tellask.codec.text..",
        "me.tongfei.., io.tellask.cli..",
    })
    void libraryStaysInItsModules(String library, String owners) {
        noClasses()
                .that(ours(resideOutsideOfPackages((owners + " io.tellask.bench..").split(" "))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(library))
                .check(main);
    }

    @Test
    void nobodyTouchesClosedParts() {
        noClasses()
                .that(ours(DescribedPredicate.alwaysTrue()))
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun.misc..", "jdk.internal.."))
                .check(main);
    }

    @Test
    void everyModuleExportsAtMostOneFlatPackageBesidesItsInternals() {
        for (ModuleReference module : modules()) {
            Set<String> exported = module.descriptor().exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            String own = module.descriptor().name();
            assertThat(exported).as("exports of %s", own).isSubsetOf(own, own + ".spi");
        }
    }

    private static Set<ModuleReference> modules() {
        Path[] folders = Arrays.stream(
                        System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .filter(entry -> entry.contains("tellask-") || entry.endsWith("target/classes"))
                .map(Path::of)
                .toArray(Path[]::new);
        Set<ModuleReference> found = ModuleFinder.of(folders).findAll();
        assertThat(found).as("modules on the test's class path").isNotEmpty();
        return found;
    }

    private static DescribedPredicate<JavaClass> ours(DescribedPredicate<JavaClass> restriction) {
        return resideInAnyPackage("io.tellask..").and(restriction);
    }
}

package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.system.JavaProcess.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One program, from wherever Java can load it: tells, asks, streams, objects, references and spores over TCP, under a plain {@code java}
 * without any flag, and not a word on standard error.
 */
@Order(2)
class ContractPlacesTest {
    private static final String REQUIRES = "requires io.tellask.netty; ";

    @TempDir
    Path folder;

    @Test
    void worksFromTheClassPath() {
        Path shop =
                Programs.in("shop").edited(ContractPlacesTest::packagePrivate).compile(folder);
        assertWorks(
                JavaProcess.run("-cp", Programs.join(Programs.tellask(), shop), "shop.Shop", "both"), "unnamed module");
    }

    @Test
    void worksFromAnOpenedPackageWithNothingPublic() {
        Path shop = module("opens shop to io.tellask.actor, io.tellask.codec;", true);
        assertWorks(onModulePath(shop, "both"), "module shop");
    }

    @Test
    void worksWithJsonFromModulesAndTheClassPath() {
        UnaryOperator<String> choosesJson =
                source -> source.replace(".connect(address)", ".connect(address + \"?encoding=json\")");
        Path shop = Programs.in("shop")
                .edited(ContractPlacesTest::packagePrivate)
                .edited(choosesJson)
                .with(
                        "module-info",
                        "module shop { " + REQUIRES + "opens shop to io.tellask.actor, io.tellask.codec; }")
                .compile(folder.resolve("module"));
        List<Path> path = new ArrayList<>(Programs.tellask());
        path.addAll(Programs.texts());
        assertWorks(JavaProcess.run("-p", Programs.join(path, shop), "-m", "shop/shop.Shop", "both"), "module shop");

        Path plain = Programs.in("shop").edited(choosesJson).compile(folder.resolve("plain"));
        assertWorks(JavaProcess.run("-cp", Programs.join(path, plain), "shop.Shop", "both"), "unnamed module");
    }

    @Test
    void worksFromAnExportedPackageWithPublicRecords() {
        Path shop = module("exports shop;", false);
        assertWorks(onModulePath(shop, "both", "records-only"), "module shop");
        assertThat(refusalOf(onModulePath(shop, "refused", "depot")))
                .startsWith("io.tellask.codec.EncodeException: ")
                .contains("Delivery", "opens shop to io.tellask.codec");
    }

    @Test
    void worksFromAnExportedPackageWithSerializableClasses() {
        Path shop = Programs.in("shop")
                .edited(source -> source.replace("class Delivery {", "class Delivery implements java.io.Serializable {")
                        .replace("private record Line", "public record Line"))
                .with("module-info", "module shop { " + REQUIRES + "exports shop; }")
                .compile(folder);
        assertWorks(onModulePath(shop, "both"), "module shop");
    }

    @Test
    void worksFromAnExportedPackageWithPrivateClassesAndALookup() {
        Path shop = Programs.in("shop")
                .edited(source -> source.replace("private final ", "private ")
                        .replace(
                                "allow(Dearer.class)",
                                "allow(Dearer.class).lookup(java.lang.invoke.MethodHandles.lookup())"))
                .with("module-info", "module shop { " + REQUIRES + "exports shop; }")
                .compile(folder);
        assertWorks(onModulePath(shop, "both"), "module shop");
    }

    @Test
    void refusesAClosedPackageNamingTheRemedy() {
        Path shop = module("", false);
        assertThat(refusalOf(onModulePath(shop, "refused", "stock")))
                .startsWith("io.tellask.actor.ContractException: ")
                .contains("type=shop.Stock", "exported package", "open the package to io.tellask.actor");
    }

    @Test
    void worksFromTheClassPathAboveTellaskAsModules() {
        Path shop = Programs.in("shop").compile(folder);
        assertWorks(
                JavaProcess.run(
                        "-p",
                        Programs.join(Programs.tellask()),
                        "--add-modules",
                        "io.tellask.netty",
                        "-cp",
                        shop.toString(),
                        "shop.Shop",
                        "both"),
                "unnamed module");
    }

    @Test
    void worksBetweenTheClassPathAndTheModulePath() {
        Path classes = Programs.in("shop").compile(folder.resolve("classes"));
        Path shop = module("opens shop;", false);
        try (JavaProcess server =
                JavaProcess.start("-cp", Programs.join(Programs.tellask(), classes), "shop.Shop", "serve")) {
            assertWorks(onModulePath(shop, "buy", server.readLine()), "module shop");
            Outcome served = server.await();
            assertThat(served.errors()).isEmpty();
            assertThat(served.exitCode()).isZero();
        }
    }

    /** Each directive gives the contract's module another relation to Tellask: none at all, or one that does not reach to {@code remote}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "exports goods;",
                "exports goods; opens goods;",
                "requires io.tellask.actor; exports goods; opens goods;"
            })
    void worksWithTheContractInAModuleOfItsOwn(String directives) {
        Path goods = Programs.in("goods")
                .with("module-info", "module goods { " + directives + " }")
                .compile(folder.resolve("goods"));
        Path ledger = Programs.in("ledger")
                .with("module-info", "module ledger { requires goods; " + REQUIRES + "}")
                .seeing(goods)
                .compile(folder.resolve("ledger"));
        assertWorks(
                JavaProcess.run(
                        "-p", Programs.join(Programs.tellask(), goods, ledger), "-m", "ledger/ledger.LedgerMain"),
                "module goods");
    }

    @Test
    void worksWithTheContractOnTheModulePathAndAllElseOnTheClassPath() {
        Path goods = Programs.in("goods")
                .with("module-info", "module goods { exports goods; }")
                .compile(folder.resolve("goods"));
        Path ledger = Programs.in("ledger").seeing(goods).compile(folder.resolve("ledger"));
        assertWorks(
                JavaProcess.run(
                        "-p",
                        goods.toString(),
                        "--add-modules",
                        "goods",
                        "-cp",
                        Programs.join(Programs.tellask(), ledger),
                        "ledger.LedgerMain"),
                "module goods");
    }

    @Test
    void worksFromTwoChildLoadersInOneProcessAndLetsThemGo() {
        Path shop =
                Programs.in("shop").edited(ContractPlacesTest::packagePrivate).compile(folder.resolve("shop"));
        Path loaders = Programs.in("loaders").compile(folder.resolve("loaders"));
        Outcome outcome = JavaProcess.run(
                "-cp",
                Programs.join(Programs.tellask(), loaders),
                "loaders.Loaders",
                shop.toUri().toString());
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.lines()).hasSize(3).endsWith("unloaded");
        assertThat(outcome.lines().subList(0, 2)).allMatch(line -> line.startsWith("OK unnamed module"));
        assertThat(outcome.exitCode()).isZero();
    }

    private Path module(String directives, boolean nothingPublic) {
        Programs programs = Programs.in("shop").with("module-info", "module shop { " + REQUIRES + directives + " }");
        return (nothingPublic ? programs.edited(ContractPlacesTest::packagePrivate) : programs).compile(folder);
    }

    private static Outcome onModulePath(Path shop, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("-p", Programs.join(Programs.tellask(), shop), "-m", "shop/shop.Shop"));
        command.addAll(List.of(arguments));
        return JavaProcess.run(command.toArray(String[]::new));
    }

    private static String packagePrivate(String source) {
        return source.replaceFirst("(?m)^public (interface|record|final class (?!Shop))", "$1");
    }

    private static void assertWorks(Outcome outcome, String place) {
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.lines()).singleElement().asString().startsWith("OK " + place);
        assertThat(outcome.exitCode()).isZero();
    }

    private static String refusalOf(Outcome outcome) {
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.lines()).hasSize(1);
        return outcome.lines().getFirst();
    }
}

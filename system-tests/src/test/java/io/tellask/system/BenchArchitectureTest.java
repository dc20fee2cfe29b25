package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of the benches, in a class of its own: {@code -Dbenches=false} leaves out both. */
class BenchArchitectureTest {
    @Test
    void packagesOfBenchAreALadder() {
        JavaClasses bench = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tellask.bench");
        assertThat(bench).as("classes on the test's class path").hasSizeGreaterThan(50);

        PackageLadder.of(bench, "io.tellask.bench")
                .step("spi")
                .step("harness")
                .step("actor", "cipher", "cluster", "codec", "map", "micro", "remoting", "report", "struct", "web")
                .step(
                        "aeron",
                        "codec.jmh_generated",
                        "codec.limit",
                        "keyvalue",
                        "micro.jmh_generated",
                        "struct.jmh_generated")
                .step("")
                .check();
    }
}

package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.typescript.ContractModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ContractScriptTest {
    private static final Path SCRIPT =
            Path.of("src/main/resources/META-INF/resources/_static/@tellask/console/contracts.js");

    @Test
    void thePageKnowsTheContractAsItIs() throws IOException {
        assertThat(Files.readString(SCRIPT))
                .as("write it anew: ./tellask types --classpath console/target/classes --out console/"
                        + SCRIPT.getParent()
                        + " --module contracts io.tellask.console.Console, and remove contracts.d.ts")
                .isEqualTo(ContractModules.of(Console.class).javascript());
    }
}

package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TellLoopIT {
    private static final String MAIN = "io.tellask.cli.Main";
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    @Test
    void naiveLoopOfTellsNeitherDeadlocksNorFillsSmallHeap() throws Exception {
        ChildJvm child = ChildJvm.run(
                folder,
                PATIENCE_SECONDS,
                List.of(
                        "-Xmx256m",
                        "-cp",
                        ChildJvm.classPath(),
                        MAIN,
                        "tell-loop",
                        "--tells",
                        "5000000",
                        "--work",
                        "200"));
        // a busy machine is told of, and is no failure
        assertThat(child.err().lines()).allMatch(line -> line.startsWith("tellask: INFO: loop blocked: "));
        assertThat(child.out()).contains("5000000 tells taken in order");
        assertThat(child.exit()).isZero();
    }
}

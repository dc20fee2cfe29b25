package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a process of its own shows: its standard error, and whether a small heap is enough. */
class ProcessIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://first"})
    void firstCallOnTheClassPathPrintsNothingElse(String address) throws Exception {
        ChildJvm child = ChildJvm.run(folder, 60, List.of("-cp", ChildJvm.classPath(), FirstCall.class.getName(), address));
        assertThat(child).isEqualTo(new ChildJvm(0, "3" + System.lineSeparator(), ""));
    }

    @Test
    void firstCallWithLibraryOnTheModulePathPrintsNothingElse() throws Exception {
        String library = pathOf(entry -> !isTest(entry));
        String application = pathOf(ProcessIT::isTest);
        ChildJvm child = ChildJvm.run(folder, 60, List.of(
                "-p", library, "--add-modules", "io.tellask.netty", "-cp", application, FirstCall.class.getName(),
                "tellask://127.0.0.1:0"));
        assertThat(child).isEqualTo(new ChildJvm(0, "3" + System.lineSeparator(), ""));
    }

    @Test
    void naiveLoopOfTellsNeitherDeadlocksNorFillsSmallHeap() throws Exception {
        ChildJvm child = ChildJvm.run(folder, 120, List.of(
                "-Xmx256m", "-cp", ChildJvm.classPath(), TellLoop.class.getName(), "5000000", "200"));
        assertThat(child.err()).isEmpty();
        assertThat(child.out()).contains("5000000 tells taken in order");
        assertThat(child.exit()).isZero();
    }

    private static boolean isTest(String entry) {
        return entry.contains("test-classes");
    }

    private static String pathOf(Predicate<String> wanted) {
        return Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(entry -> wanted.test(entry) && (entry.contains("tellask") || entry.contains("classes") || entry.contains("netty")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}

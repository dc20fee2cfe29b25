package io.tellask.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of their own, by module path and class path, with the Vector API and without. */
class ModulePathTest {
    /** Encrypts, and says whether the Vector API is there. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            byte[] text = new byte[1 << 20];
            try (StreamCipher cipher = StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8])) {
                for (int i = 0; i < 3; i++) {
                    cipher.apply(text);
                }
            }
            System.out.println(Class.forName("io.tellask.cipher.kernel.Kernels")
                            .getModule()
                            .isNamed() + " "
                    + ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void runsAndPrintsNothingWithoutTheVectorApi(boolean named) throws Exception {
        assertThat(output(named, List.of())).containsExactly(named + " false");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void runsWithTheVectorApi(boolean named) throws Exception {
        assertThat(output(named, List.of("--add-modules", "jdk.incubator.vector")))
                .containsExactlyInAnyOrder("WARNING: Using incubator modules: jdk.incubator.vector", named + " true");
    }

    private static List<String> output(boolean named, List<String> options) throws Exception {
        String main = folderOf(StreamCipher.class);
        String tests = folderOf(Program.class);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(
                named
                        ? List.of(
                                "-p",
                                main,
                                "--patch-module",
                                "io.tellask.cipher=" + tests,
                                "-m",
                                "io.tellask.cipher/" + Program.class.getName())
                        : List.of("-cp", main + System.getProperty("path.separator") + tests, Program.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.lines().toList();
    }

    private static String folderOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}

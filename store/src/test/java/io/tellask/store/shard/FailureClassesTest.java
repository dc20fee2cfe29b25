package io.tellask.store.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tells of a failure is loaded beforehand: where memory is short it may be impossible to load. */
class FailureClassesTest {
    private static final String FAILS = "now it fails";

    /** A map that fails, in a process of its own. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] arguments) {
            ShardHealth health = new ShardHealth(Path.of("map"));
            System.out.println(FAILS);
            health.fail(new OutOfMemoryError("as asked"));
        }
    }

    @Test
    @Timeout(120)
    void aMapThatFailsLoadsNoClassOfOurs() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Failing.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(output).contains(FAILS).contains("store: directory=map is read-only from now on, reason=as asked");
        assertThat(output.substring(output.indexOf(FAILS)).lines())
                .noneMatch(line -> line.contains("[class,load]") && line.contains(" io.tellask."));
    }
}

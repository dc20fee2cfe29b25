package io.tellask.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The package's own tests, in Node 20 or later: units, types, size, and calls of a Java server. */
@Tag("tools")
@Timeout(600)
class NodeTestsTest {
    private static final String MODULE = System.getProperty("basedir", ".");

    private static void npm(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("npm");
        builder.command().addAll(List.of(arguments));
        Path output = Files.createTempFile("node-tests", ".log");
        builder.directory(Path.of(MODULE).toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TELLASK_SERVER_CLASSPATH", classPath());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(300, TimeUnit.SECONDS))
                    .as(builder.command() + " ends")
                    .isTrue();
            assertThat(process.exitValue()).as(builder.command().toString()).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    @Test
    void testsOfThePackagePass() throws Exception {
        npm("ci", "--no-audit", "--no-fund");
        npm("test");
        npm("run", "test:server");
    }
}

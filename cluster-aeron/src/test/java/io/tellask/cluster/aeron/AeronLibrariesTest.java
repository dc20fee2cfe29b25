package io.tellask.cluster.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/DEPENDENCIES.md} names the libraries of this module as they are. */
class AeronLibrariesTest {
    private static final Pattern JAR = Pattern.compile("(aeron-[a-z]+|agrona)-(\\d[\\w.-]*)\\.jar");

    @Test
    void librariesAreListedWithTheirVersions() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "DEPENDENCIES.md"));
        List<String> rows = List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                .map(entry -> JAR.matcher(Path.of(entry).getFileName().toString()))
                .filter(Matcher::matches)
                .map(jar -> ":" + jar.group(1) + "` | " + jar.group(2) + " |")
                .toList();

        assertThat(rows).hasSize(6).allSatisfy(row -> assertThat(document).contains(row));
    }
}

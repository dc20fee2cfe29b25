package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/DEPENDENCIES.md} names the libraries that there are, in the versions that there are. */
class DependenciesTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "DEPENDENCIES.md");
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[\\w.-]*)\\.jar");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `[\\w.]+:([\\w.-]+)` \\| ([\\w.-]+) \\|");
    private static final String TOOLS = "## Only for building and testing";

    @Test
    void everyLibraryOnTheClassPathIsListedWithItsVersion() throws IOException {
        String document = Files.readString(DOCUMENT);
        int tools = document.indexOf(TOOLS);
        TreeMap<String, String> shipped = rows(document.substring(0, tools));
        TreeMap<String, String> listed = rows(document);
        TreeMap<String, String> present = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches() && !jar.group(1).startsWith("tellask-")) {
                present.put(jar.group(1), jar.group(2));
            }
        }

        assertThat(listed).containsAllEntriesOf(present);
        assertThat(present).containsAllEntriesOf(shipped);
        assertThat(shipped).hasSizeGreaterThan(5);
    }

    private static TreeMap<String, String> rows(String text) {
        TreeMap<String, String> rows = new TreeMap<>();
        List<String> twice = new ArrayList<>();
        ROW.matcher(text).results().forEach(row -> {
            if (rows.put(row.group(1), row.group(2)) != null) {
                twice.add(row.group(1));
            }
        });
        assertThat(twice).isEmpty();
        return rows;
    }
}

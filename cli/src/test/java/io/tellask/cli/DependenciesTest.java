package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
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
        TreeMap<String, String> present = libraries(classPath());

        assertThat(rows(Files.readString(DOCUMENT))).containsAllEntriesOf(present);
        assertThat(present).containsAllEntriesOf(shipped());
        assertThat(shipped()).hasSizeGreaterThan(5);
    }

    /** The launcher's class path is written by hand, in {@code src/main/launcher}. */
    @Test
    void launcherNamesEveryLibraryAndModule() throws IOException {
        List<String> launcher = Files.readAllLines(Path.of("target", "classpath.txt"));

        assertThat(libraries(launcher)).isEqualTo(shipped());
        TreeSet<String> present = modules(classPath());
        present.remove("test-support");
        assertThat(modules(launcher)).isEqualTo(present).contains("cli", "kv", "codec");
        assertThat(launcher).noneMatch(entry -> entry.contains("${"));
    }

    private static TreeMap<String, String> shipped() throws IOException {
        String document = Files.readString(DOCUMENT);
        return rows(document.substring(0, document.indexOf(TOOLS)));
    }

    private static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static TreeMap<String, String> libraries(List<String> entries) {
        TreeMap<String, String> libraries = new TreeMap<>();
        for (String entry : entries) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches() && !jar.group(1).startsWith("tellask-")) {
                libraries.put(jar.group(1), jar.group(2));
            }
        }
        return libraries;
    }

    /** Names of our modules: those of the folders that are built, or of their jars. */
    private static TreeSet<String> modules(List<String> entries) {
        TreeSet<String> modules = new TreeSet<>();
        for (String entry : entries) {
            Path path = Path.of(entry);
            Matcher jar = JAR.matcher(path.getFileName().toString());
            if (path.endsWith(Path.of("target", "classes"))) {
                modules.add(path.getParent().getParent().getFileName().toString());
            } else if (jar.matches() && jar.group(1).startsWith("tellask-")) {
                modules.add(jar.group(1).substring("tellask-".length()));
            }
        }
        return modules;
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

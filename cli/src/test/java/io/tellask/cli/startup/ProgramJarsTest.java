package io.tellask.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.core.JsonParser;

/** What an AOT cache does not take is packed or written anew, and does what it did. */
class ProgramJarsTest {
    private static final int JAVA_6 = 50;

    @TempDir
    private Path folder;

    private static Path place(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void packsFoldersAndKeepsJars() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(Files.createDirectories(classes.resolve("a")).resolve("text"), "words");
        Path jackson = place(JsonParser.class);

        List<Path> packed = ProgramJars.pack(List.of(classes, jackson), folder.resolve("jars"));
        Files.writeString(classes.resolve("a").resolve("text"), "other words");
        List<Path> again = ProgramJars.pack(List.of(classes, jackson), folder.resolve("jars"));

        assertThat(packed).containsExactly(folder.resolve("jars").resolve("00.jar"), jackson);
        assertThat(again).isEqualTo(packed);
        try (JarFile jar = new JarFile(packed.getFirst().toFile())) {
            assertThat(jar.getInputStream(jar.getEntry("a/text"))).hasContent("other words");
        }
        assertThat(folder.resolve("jars")).isDirectoryNotContaining("glob:**.unfinished");
    }

    @Test
    void oldClassesAreVerifiedByTheirStackMaps() throws Exception {
        Path packed =
                ProgramJars.pack(List.of(place(CommandLine.class)), folder).getFirst();

        assertThat(packed).isEqualTo(folder.resolve("00.jar"));
        int classes = 0;
        try (JarFile jar = new JarFile(packed.toFile());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {packed.toUri().toURL()}, null)) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF")) {
                    assertThat(jar.getInputStream(entry).readNBytes(8)[7])
                            .as(entry.getName())
                            .isGreaterThanOrEqualTo((byte) JAVA_6);
                    if (!entry.getName().contains("groovy")) {
                        Class.forName(entry.getName().replace('/', '.').replaceAll("\\.class$", ""), true, loader);
                        classes++;
                    }
                }
            }
            Class<?> commandLine = Class.forName("picocli.CommandLine", true, loader);
            assertThat(commandLine.getField("VERSION").get(null)).isEqualTo(CommandLine.VERSION);
        }
        assertThat(classes).isGreaterThan(200);
    }
}

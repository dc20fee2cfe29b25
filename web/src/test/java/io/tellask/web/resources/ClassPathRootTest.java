package io.tellask.web.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of jars and folders of a class path, and their import maps. */
class ClassPathRootTest {
    private static final String PREFIX = "META-INF/resources";

    @TempDir
    private Path temp;

    private Path jar(String name, String... pathsAndTexts) throws IOException {
        Path jar = temp.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (int i = 0; i < pathsAndTexts.length; i += 2) {
                entries.putNextEntry(new JarEntry(pathsAndTexts[i]));
                entries.write(pathsAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static ClassPathRoot root(Path... places) throws IOException {
        URL[] urls = new URL[places.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = places[i].toUri().toURL();
        }
        return new ClassPathRoot(1, new URLClassLoader(urls, null), PREFIX);
    }

    private static String text(Resource found) {
        return new String(found.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theFirstHitCounts() throws IOException {
        Path first = jar("first.jar", PREFIX + "/a.js", "first");
        Path second = jar("second.jar", PREFIX + "/a.js", "second", PREFIX + "/b.js", "only here");
        ClassPathRoot root = root(first, second);
        assertThat(root.find("/a.js"))
                .satisfies(found -> assertThat(text(found)).isEqualTo("first"));
        assertThat(root.find("/b.js"))
                .satisfies(found -> assertThat(text(found)).isEqualTo("only here"));
        assertThat(root.find("/c.js")).isNull();
    }

    @Test
    void theInsideOfJarsIsNotServed() throws IOException {
        ClassPathRoot root = root(jar(
                "one.jar",
                "secret.txt",
                "s",
                PREFIX + "/",
                "",
                PREFIX + "/x/",
                "",
                PREFIX + "/x/y.class",
                "c",
                PREFIX + "/.env",
                "e",
                PREFIX + "/META-INF/z",
                "z",
                PREFIX + "/../up.txt",
                "u"));
        for (String path : List.of(
                "/../../secret.txt",
                "/x",
                "/x/",
                "/x/y.class",
                "/.env",
                "/META-INF/z",
                "/../up.txt",
                "/",
                "",
                "/%2e%2e/up.txt")) {
            assertThat(root.find(path)).as(path).isNull();
        }
    }

    @Test
    void foldersOfTheClassPathHaveTheRulesOfFolders() throws IOException {
        Path place = Files.createDirectories(temp.resolve("classes/" + PREFIX + "/sub"));
        Files.writeString(place.resolve("a.js"), "a");
        Files.writeString(temp.resolve("secret.txt"), "s");
        Files.createSymbolicLink(place.resolve("out.txt"), temp.resolve("secret.txt"));
        ClassPathRoot root = root(temp.resolve("classes"));
        assertThat(root.find("/sub/a.js"))
                .satisfies(found -> assertThat(text(found)).isEqualTo("a"));
        assertThat(root.find("/sub/out.txt")).isNull();
        assertThat(root.find("/sub")).isNull();
        assertThat(root.find("/sub/A.js")).isNull();
    }

    @Test
    void importMapsOfAllJarsAreOne() throws IOException {
        Path first = jar("first.jar", "META-INF/importmap.json", "{\"imports\":{\"lit\":\"/one.js\",\"a/\":\"/a/\"}}");
        Path second = jar(
                "second.jar",
                "META-INF/importmap.json",
                "{\"scopes\":{\"/x/\":{\"y\":\"/z\"}},\"imports\":{\"lit\":\"/two.js\",\"b\":\"/b.js\"}}");
        TreeMap<String, String> own = new TreeMap<>();
        own.put("b", "/own.js");
        ImportMap map = new SearchPath(List.of(root(first, second)), new ImportMap(own)).importMap();
        assertThat(map.toJson()).isEqualTo("{\"imports\":{\"a/\":\"/a/\",\"b\":\"/own.js\",\"lit\":\"/one.js\"}}");
        assertThat(map.resolve("a/x/y.js")).isEqualTo("/a/x/y.js");
        assertThat(map.resolve("lit")).isEqualTo("/one.js");
        assertThat(map.resolve("lit/x")).isNull();
    }

    @Test
    void malformedImportMapsAreNamed() {
        for (String json : List.of(
                "",
                "[]",
                "{\"imports\":[]}",
                "{\"imports\":{\"a\":1}}",
                "{\"imports\":{\"a\":\"b\"",
                "{\"imports\":")) {
            assertThatThrownBy(() -> ImportMap.parse(json.getBytes(StandardCharsets.UTF_8)))
                    .as(json)
                    .isInstanceOf(ImportMapException.class)
                    .hasMessageStartingWith("import map: ");
        }
        assertThatThrownBy(() -> ImportMap.parse(new byte[ImportMap.MOST_BYTES + 1]))
                .isInstanceOf(ImportMapException.class)
                .hasMessageContaining("MOST_BYTES");
        byte[] deep = "{\"x\":".repeat(100).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> ImportMap.parse(deep)).isInstanceOf(ImportMapException.class);
    }

    @Test
    void theMapIsFitForAScriptElement() {
        TreeMap<String, String> own = new TreeMap<>();
        own.put("</script><script>alert(1)", "/x\"\\");
        assertThat(new ImportMap(own).toJson()).doesNotContain("<").contains("\\u003c/script>");
    }

    @Test
    void packagesOfNpmComeFromTheirJars() {
        ClassPathRoot root = new ClassPathRoot(1, ClassPathRootTest.class.getClassLoader(), PREFIX);
        ImportMap map = new SearchPath(List.of(root), ImportMap.NONE).importMap();
        String lit = map.resolve("lit");
        assertThat(lit).startsWith("/_static/lit/3.3.3/");
        assertThat(root.find(lit)).isNotNull().satisfies(found -> {
            assertThat(found.size()).isPositive().isEqualTo(found.bytes().length);
            assertThat(found.modifiedMillis()).isPositive();
        });
        assertThat(map.resolve("@lit/reactive-element")).isNotNull();
    }
}

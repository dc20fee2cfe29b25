package io.tellask.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Maven packs is what the sources say; without Node. */
class BuiltClientTest {
    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static final Pattern VERSION = Pattern.compile("\"version\": \"([^\"]+)\"");
    private static final Pattern TARGET = Pattern.compile(": \"(/_static/[^\"]+)\"");

    private static String resource(String name) throws IOException {
        URL url = BuiltClientTest.class.getClassLoader().getResource(name);
        assertThat(url).as(name).isNotNull();
        try (var in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** As {@code scripts/sources.mjs} computes it. */
    private static String sourcesDigest() throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (Stream<Path> files = Files.list(MODULE.resolve("src"))) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".ts"))
                    .sorted((a, b) ->
                            a.getFileName().toString().compareTo(b.getFileName().toString()))
                    .toList();
            assertThat(sources).isNotEmpty();
            for (Path source : sources) {
                digest.update((source.getFileName() + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(source));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    @Test
    void distIsBuiltOfTheSources() throws Exception {
        assertThat(Files.readString(MODULE.resolve("dist/sources.sha256")).strip())
                .as("dist is not of these sources; run npm ci && npm run build in client-ts, and commit dist")
                .isEqualTo(sourcesDigest());
    }

    @Test
    void importMapNamesFilesOfTheJar() throws IOException {
        List<String> targets = TARGET.matcher(resource("META-INF/importmap.json"))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(targets).hasSize(7);
        for (String target : targets) {
            if (!target.endsWith("/")) {
                assertThat(resource("META-INF/resources" + target)).as(target).contains("export{");
            }
        }
    }

    @Test
    void versionIsThatOfThePackage() throws IOException {
        String version = VERSION.matcher(Files.readString(MODULE.resolve("package.json")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
        assertThat(resource("META-INF/importmap.json")).contains("/client/" + version + "/index.js");
    }
}

package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents name is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST_CLASS = Pattern.compile("`([A-Z]\\w*(?:Test|IT|Properties|Stress))`");

    @Test
    void everyTestClassThatADocumentNamesExists() throws IOException {
        Set<String> known = testClasses();
        List<String> named = new ArrayList<>();
        for (Path document : documents()) {
            TEST_CLASS
                    .matcher(Files.readString(document))
                    .results()
                    .map((MatchResult result) -> result.group(1))
                    .forEach(named::add);
        }

        assertThat(named).hasSizeGreaterThan(10);
        assertThat(known).containsAll(named);
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static Set<String> testClasses() throws IOException {
        List<Path> modules;
        try (Stream<Path> top = Files.list(ROOT)) {
            modules = top.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        Stream<Path> sources = Stream.empty();
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module)) {
                sources = Stream.concat(sources, files.toList().stream());
            }
        }
        return sources.map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".java"))
                .map(name -> name.substring(0, name.length() - ".java".length()))
                .collect(Collectors.toSet());
    }
}

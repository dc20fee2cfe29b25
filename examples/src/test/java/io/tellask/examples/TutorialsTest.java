package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the tutorials show is tested: each block of Java, HTML or JavaScript stands in one of the files of its row. */
class TutorialsTest {
    private static final Path PAGES = Path.of("..", "docs", "tutorials");
    private static final String MAIN = "main/java/io/tellask/examples/";
    private static final String TEST = "test/java/io/tellask/examples/";

    static final List<Map.Entry<String, List<String>>> SOURCES = List.of(
            Map.entry("FIRST_CALL", List.of(MAIN + "first")),
            Map.entry("FIRST_PAGE", List.of(MAIN + "auction", "main/resources/auction")),
            Map.entry("CHAT", List.of(MAIN + "chat")),
            Map.entry("ORDER_BOOK", List.of(MAIN + "book", TEST + "book")),
            Map.entry("STORE", List.of(MAIN + "shelf")),
            Map.entry("KEY_VALUE_SERVER", List.of(MAIN + "prices")),
            Map.entry("TESTING", List.of(TEST + "book")),
            Map.entry("SECURING", List.of(TEST + "SecuringTest.java", TEST + "OpenPortTest.java")));

    @ParameterizedTest
    @FieldSource("SOURCES")
    void showsCompiledCode(Map.Entry<String, List<String>> page) throws IOException {
        Guide.assertIsCompiled("tutorials/" + page.getKey() + ".md", 3, files(page.getValue()));
    }

    @Test
    void knowsEveryPage() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            SOURCES.stream().map(Map.Entry::getKey).toList());
        }
    }

    /** The files, and those in the folders, relative to {@code src}. */
    private static String[] files(List<String> sources) throws IOException {
        Stream<String> all = Stream.empty();
        for (String source : sources) {
            try (Stream<Path> files = Files.walk(Path.of("src", source))) {
                all = Stream.concat(
                        all,
                        files
                                .filter(Files::isRegularFile)
                                .map(file -> Path.of("src").relativize(file).toString())
                                .toList()
                                .stream());
            }
        }
        return all.toArray(String[]::new);
    }
}

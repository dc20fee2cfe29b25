package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the documents name is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST_CLASS =
            Pattern.compile("`([A-Z]\\w*[a-z0-9](?:Test|IT|Properties|Stress))(?:\\.(\\w+))?`");

    @Test
    void everyTestThatADocumentNamesExists() throws IOException {
        Map<String, List<Path>> known = testClasses();
        List<String> missing = new ArrayList<>();
        int named = 0;
        int methods = 0;
        for (Path document : documents()) {
            Matcher matcher = TEST_CLASS.matcher(Files.readString(document));
            while (matcher.find()) {
                named++;
                methods += matcher.group(2) == null ? 0 : 1;
                if (!exists(known.get(matcher.group(1)), matcher.group(2))) {
                    missing.add(document.getFileName() + ": " + matcher.group());
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(10);
        assertThat(methods).isGreaterThan(10);
    }

    /** Whether one of the files of a class has the method or the inner class, if one is named. */
    private static boolean exists(@Nullable List<Path> sources, @Nullable String method) throws IOException {
        if (sources == null || method == null) {
            return sources != null;
        }
        Pattern declaration = Pattern.compile("void " + method + "\\(|class " + method + "\\b");
        for (Path source : sources) {
            if (declaration.matcher(Files.readString(source)).find()) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static Map<String, List<Path>> testClasses() throws IOException {
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
        return sources.filter(file -> file.toString().endsWith(".java"))
                .collect(Collectors.groupingBy(DocumentsTest::className));
    }

    private static String className(Path source) {
        String name = source.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }
}

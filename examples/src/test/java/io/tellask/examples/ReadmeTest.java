package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README and the guide of the map show is what is compiled and tested, and the README stays short. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "tellask", "examples");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    @ParameterizedTest
    @CsvSource({
        "README.md, Hello.java, hello, 35",
        "README.md, Callbacks.java, callback, 20",
        "README.md, Encoding.java, codec, 10",
        "docs/DURABLE_MAP.md, KeyValueServer.java, server, 40"
    })
    void showsTheRegionOfTheSource(String page, String file, String region, int mostLines) throws IOException {
        String shown = region(Files.readAllLines(SOURCES.resolve(file)), region);

        assertThat(blocks(page)).contains(shown);
        assertThat(shown.lines()).hasSizeLessThanOrEqualTo(mostLines);
    }

    @Test
    void hasNoMoreThanAHundredAndFiftyLines() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void copiesByWayOfBytes() {
        Encoding.Order order = new Encoding.Order("Ada", List.of(new Encoding.Line("bolt", 100)));

        assertThat(Encoding.copy(order)).isEqualTo(order).isNotSameAs(order);
    }

    private static List<String> blocks(String page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(ROOT.resolve(page)));
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private static String region(List<String> lines, String name) {
        int start = lines.indexOf("    // @start region=\"" + name + "\"");
        int end = start + lines.subList(start, lines.size()).indexOf("    // @end");
        return String.join("\n", lines.subList(start + 1, end)).stripIndent() + "\n";
    }
}

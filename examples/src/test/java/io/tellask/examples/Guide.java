package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page of the documentation whose blocks of code must stand, word for word, in what is compiled and run. */
final class Guide {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:java|html|js)\\n(.*?)^```$");
    private static final Path MODULE = Path.of("src");

    private Guide() {}

    /** Requires that each block of Java, HTML or JavaScript of a page is part of one of the files, layout aside. */
    static void assertIsCompiled(String page, int leastBlocks, String... files) throws IOException {
        StringBuilder compiled = new StringBuilder();
        for (String file : files) {
            compiled.append(words(Files.readString(MODULE.resolve(file)))).append('\n');
        }
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(leastBlocks);
        for (String block : blocks) {
            assertThat(compiled.toString()).contains(words(block));
        }
    }

    /** Pages put the classes of an example into a package of one name. */
    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ").replace("package io.tellask.examples.", "package ");
    }
}

package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between the documents lead to files that exist, and to headings that they have. The site's own build checks its pages. */
class DocumentLinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|^ {4}.*?$|`[^`\\n]*`");

    @TempDir
    private Path folder;

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> documents = documents();

        assertThat(documents.stream().flatMap(DocumentLinksTest::links)).hasSizeGreaterThan(100);
        assertThat(deadLinks(documents)).isEmpty();
    }

    @Test
    void seesLinksThatLeadNowhere() throws IOException {
        Path page = Files.writeString(folder.resolve("PAGE.md"), """
                # A `page`: what it's for
                [here](#a-page-what-its-for) [there](OTHER.md#one) [twice](OTHER.md#one-1) [web](https://example.org)
                [gone](GONE.md) [no heading](#nothing) [no heading there](OTHER.md#two)

                    [code](CODE.md)
                """);
        Path other = Files.writeString(folder.resolve("OTHER.md"), "# One\n\n## One\n");

        assertThat(deadLinks(List.of(page, other)))
                .containsExactly("PAGE.md: GONE.md", "PAGE.md: #nothing", "PAGE.md: OTHER.md#two");
    }

    private static List<String> deadLinks(List<Path> documents) {
        return documents.stream()
                .flatMap(page -> links(page)
                        .filter(link -> !leadsSomewhere(page, link))
                        .map(link -> page.getFileName() + ": " + link))
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? page : page.resolveSibling(path);
        return Files.isRegularFile(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    /** Links to files and headings; what is on the web is not looked up. */
    private static Stream<String> links(Path page) {
        return LINK.matcher(CODE.matcher(read(page)).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"));
    }

    /** What code hosts make of headings: lower case, spaces as hyphens, no other punctuation, numbers behind those that come again. */
    private static Set<String> anchors(Path page) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        Matcher blocks = Pattern.compile("(?ms)^```.*?^```$").matcher(read(page));
        for (MatchResult heading :
                HEADING.matcher(blocks.replaceAll("")).results().toList()) {
            String anchor = heading.group(1)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(documents::add);
        }
        return documents;
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

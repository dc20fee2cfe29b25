package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found in a page. */
class HtmlScanTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<script>a</script> | :a",
                "<SCRIPT>a</ScRiPt > | :a",
                "<script type=module>a<b</script> | module:a<b",
                "<script type=\"importmap\" >{}</script> | importmap:{}",
                "<script type='text/javascript'>'</scrip' </script> | text/javascript:'</scrip' ",
                "<script src=a.js></script><script>b</script> | :b",
                "<script data-x='a>b' SRC=\"a.js\">x</script> | ``",
                "<!-- <script>a</script> --><style>b</style> | style:b",
                "<title><script>a</script></title><script>b</script> | :b",
                "<textarea><style>a</style></textarea> | ``",
                "<p title=\"<script>a</script>\"><script>b</script> | :b",
                "<style>a{content:'</style'}</style> | style:a{content:'</style'}",
                "<script>a | :a",
                "<script | :",
                "a < b <script>c</script> | :c",
                "<script>a</script><script>b</script> | :a,:b",
            })
    void scriptsAndStylesAreFound(String page, String found) {
        assertThat(HtmlScan.of(page).inlines().stream()
                        .map(inline -> inline.type() + ":" + page.substring(inline.begin(), inline.end()))
                        .collect(Collectors.joining(",")))
                .isEqualTo(found == null ? "" : found.endsWith("'") ? found + " " : found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<!doctype html><html><head><title>t</title></head> | <!doctype html><html><head>",
                "<!DOCTYPE html><p>a | <!DOCTYPE html>",
                "<html lang=en><body>a | <html lang=en>",
                "<p>a | ''",
                "<!-- c --><!doctype html><script>a</script><head> | <!-- c --><!doctype html>",
                "<html><header>a</header> | <html>",
            })
    void theHeadIsFound(String page, String before) {
        assertThat(page.substring(0, HtmlScan.of(page).head())).isEqualTo(before);
    }

    @Test
    void anyTextIsReadToItsEnd() {
        Random random = new Random(Seed.given());
        String[] pieces = {
            "<",
            ">",
            "</",
            "<!--",
            "-->",
            "script",
            "style",
            "src",
            "=",
            "\"",
            "'",
            " ",
            "/",
            "a",
            "<script>",
            "</script>"
        };
        for (int round = 0; round < Rounds.of(20_000, 1_000_000); round++) {
            StringBuilder page = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                page.append(pieces[random.nextInt(pieces.length)]);
            }
            HtmlScan scan = HtmlScan.of(page.toString());
            assertThat(scan.head()).isBetween(0, page.length());
            assertThat(scan.inlines())
                    .allMatch(inline -> inline.begin() <= inline.end() && inline.end() <= page.length());
        }
    }
}

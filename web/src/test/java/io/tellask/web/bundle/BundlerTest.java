package io.tellask.web.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class BundlerTest {
    static String html(PageBundle bundle) {
        return new String(bundle.html(), StandardCharsets.UTF_8);
    }

    /** How many files a browser asks for: the page, and each address in it that is no data. */
    static int requests(PageBundle bundle) {
        Document page = Jsoup.parse(html(bundle));
        return 1
                + (int) page.select("script[src], link[href], img[src]").stream()
                        .map(element -> element.hasAttr("src") ? element.attr("src") : element.attr("href"))
                        .filter(address -> !address.startsWith("data:"))
                        .distinct()
                        .count();
    }

    @Test
    void pageOf45FilesBecomesOneRequest() {
        Bundler bundler = Bundler.builder(SamplePage.resources()).build();
        assertThat(bundler.provider()).isEqualTo("esbuild 0.28.2 of the class path");

        PageBundle bundle = bundler.bundle("/index.html");

        assertThat(SamplePage.files()).isEqualTo(45);
        assertThat(bundle.dependencies()).hasSize(45).doesNotContainValue(PageBundle.ABSENT);
        assertThat(requests(bundle)).as(html(bundle)).isEqualTo(1);
        assertThat(bundle.warnings()).isEmpty();
        assertThat(html(bundle))
                .contains("part-19", ".s19{color:#010213}", "data:image/svg+xml;base64,", "window.footer = 1");
        assertThat(bundle.assets().values()).singleElement().satisfies(map -> {
            assertThat(map.path()).endsWith(".map");
            assertThat(new String(map.bytes(), StandardCharsets.UTF_8)).contains("\"/js/m7.js\"", "#count = 0");
            assertThat(bundler.asset(map.path()))
                    .isNotNull()
                    .satisfies(asset -> assertThat(asset.bytes()).isSameAs(map.bytes()));
        });
    }

    @Test
    void withoutEsbuildModulesAreFilesThatThePageNames() {
        PageBundle bundle =
                Bundler.builder(SamplePage.resources()).withoutEsbuild().build().bundle("/index.html");

        assertThat(requests(bundle)).as(html(bundle)).isEqualTo(20);
        Document page = Jsoup.parse(html(bundle));
        assertThat(page.select("link[rel=modulepreload]")).hasSize(19);
        assertThat(page.select("script[type=importmap]")).hasSize(1);
        assertThat(page.select("script[type=importmap]").getFirst().data()).contains("\"/js/m1.js\":\"/_bundle/");
        assertThat(html(bundle)).contains(".s19{color: rgb(1,2,19);}");
        assertThat(bundle.assets()).hasSize(19);
    }
}

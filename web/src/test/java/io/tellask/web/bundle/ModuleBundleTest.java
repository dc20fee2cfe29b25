package io.tellask.web.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.script.ModuleLexer;
import io.tellask.web.script.ModuleReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of modules, with esbuild and without. */
class ModuleBundleTest {
    private final MemoryResources resources = new MemoryResources();

    /** Where the packages of lit are, as its jars say. */
    static ImportMap packages() {
        ImportMap all = ImportMap.NONE;
        try {
            for (java.net.URL map : java.util.Collections.list(
                    ModuleBundleTest.class.getClassLoader().getResources("META-INF/importmap.json"))) {
                try (java.io.InputStream in = map.openStream()) {
                    all = all.or(ImportMap.parse(in.readAllBytes()));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void componentsOfAJarAreBundled(boolean isEsbuildUsed) {
        resources.put("/index.html", """
                <script type="module">
                  import { LitElement, html } from 'lit';
                  import { repeat } from 'lit/directives/repeat.js';
                  customElements.define('my-list', class extends LitElement {
                    render() { return html`${repeat([1, 2], x => x, x => html`<b>${x}</b>`)}`; }
                  });
                </script><my-list></my-list>""");
        PageBundle bundle = bundle(isEsbuildUsed, BundleLimits.DEFAULT);

        assertThat(bundle.warnings()).isEmpty();
        assertThat(bundle.dependencies()).hasSizeGreaterThan(8).doesNotContainValue(PageBundle.ABSENT);
        Document page = Jsoup.parse(BundlerTest.html(bundle));
        String script = page.select("script[type=module]").last().data();
        if (isEsbuildUsed) {
            assertThat(BundlerTest.requests(bundle)).isEqualTo(1);
            assertThat(script).contains("my-list", "litElementVersions").doesNotContain("from\"lit");
        } else {
            assertThat(script).contains("from \"/_static/lit/3.3.3/index.js\"");
            assertThat(page.select("link[rel=modulepreload]"))
                    .hasSize(bundle.assets().size());
        }
    }

    /** In the modules of lit the lexer finds as many imports as a search for the words that begin them. */
    @Test
    void lexerFindsTheImportsOfPublishedModules() {
        for (String path : List.of(
                "lit/3.3.3/index.js",
                "lit-html/3.3.3/lit-html.js",
                "lit-html/3.3.3/directives/repeat.js",
                "lit-element/4.2.2/lit-element.js",
                "reactive-element/2.1.2/reactive-element.js",
                "lit-html/3.3.3/async-directive.js")) {
            String text = new SiteFiles(resources, other -> false, BundleLimits.DEFAULT).text("/_static/" + path);
            assertThat(text).as(path).isNotNull();
            List<ModuleReference> references = ModuleLexer.references(text);
            long expected =
                    Stream.of(text.split("from *[\"']|import *[\"']", -1)).count() - 1;
            assertThat(references).as(path).hasSize((int) expected);
        }
    }

    /** Behind such a text browsers take the end of the script for a part of it, and the rest of the page as well. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void modulesThatWouldSwallowThePageStayFiles(boolean isEsbuildUsed) {
        resources
                .put("/index.html", "<script type=module src=a.js></script><p>rest</p>")
                .put("/a.js", "console.log('<!--<script>')");
        PageBundle bundle = bundle(isEsbuildUsed, BundleLimits.DEFAULT);

        Document page = Jsoup.parse(BundlerTest.html(bundle));
        assertThat(page.select("script[type=module]")).singleElement().satisfies(script -> {
            assertThat(script.data()).isEmpty();
            assertThat(
                            isEsbuildUsed
                                    ? script.attr("src")
                                    : bundle.assets().keySet().toString())
                    .contains("/_bundle/");
        });
        assertThat(page.select("p").text()).isEqualTo("rest");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void cyclesDataAndStylesAreModulesToo(boolean isEsbuildUsed) {
        resources
                .put("/index.html", "<script type=module src=a.js></script>")
                .put(
                        "/a.js",
                        "import './b.js'; import data from './d.json' with { type: 'json' };\n"
                                + "import sheet from './s.css' with {\ntype: 'css' };\nuse(data, sheet, import.meta.url); "
                                + "/* long */".repeat(900))
                .put("/b.js", "import './a.js'; import('./lazy.js');")
                .put("/lazy.js", "export const url = import.meta.url;")
                .put("/d.json", "{\"__proto__\": \"</script>\"}")
                .put("/s.css", ".a { background: url(i.svg) }")
                .put("/i.svg", "<svg/>");
        PageBundle bundle = bundle(isEsbuildUsed, BundleLimits.DEFAULT);

        String all = BundlerTest.html(bundle)
                + bundle.assets().values().stream()
                        .map(asset -> new String(asset.bytes(), StandardCharsets.UTF_8))
                        .toList();
        assertThat(all)
                .contains(
                        "JSON.parse(",
                        "replaceSync(",
                        "new URL(\"/a.js\",document.baseURI).href",
                        "new URL(\"/lazy.js\"");
        assertThat(BundlerTest.html(bundle)).doesNotContain("\"</script>");
        if (!isEsbuildUsed) {
            assertThat(all).contains("import data from \"/d.json\";\nimport sheet from \"/s.css\"\n;");
            assertThat(Jsoup.parse(BundlerTest.html(bundle)).select("link[rel=modulepreload]"))
                    .hasSize(4);
        }
    }

    @Test
    void modulesThatComputeWhatTheyLoadKeepTheirAddress() {
        resources
                .put("/index.html", "<script type=module src=a.js></script><script type=module src=c.js></script>")
                .put("/a.js", "import './b.js'; import('./x' + n + '.js')")
                .put("/c.js", "import './b.js'")
                .put("/b.js", "export {}");
        PageBundle bundle = bundle(true, BundleLimits.DEFAULT);
        Document page = Jsoup.parse(BundlerTest.html(bundle));
        assertThat(page.select("script[type=module]").getFirst().attr("src")).isEqualTo("/a.js");
        assertThat(page.select("script[type=importmap]").first().data())
                .contains("\"/b.js\":\"/_bundle/")
                .doesNotContain("/a.js");
        assertThat(bundle.warnings()).containsExactly("/a.js: module computes what it loads; it keeps its address");
    }

    @Test
    void sameContentHasTheSameAddressWhateverElseChanges() {
        resources
                .put("/index.html", "<script type=module>import './a.js'; import './b.js'</script>")
                .put("/a.js", "import './b.js'")
                .put("/b.js", "1");
        PageBundle first = bundle(false, BundleLimits.DEFAULT);
        resources.put("/b.js", "2");
        PageBundle second = bundle(false, BundleLimits.DEFAULT);
        assertThat(second.assets().keySet())
                .hasSize(2)
                .isNotEqualTo(first.assets().keySet());
        assertThat(first.assets().keySet().stream().filter(second.assets()::containsKey))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void missingModuleIsNamedWithItsPlace(boolean isEsbuildUsed) {
        resources
                .put("/index.html", "<script type=module src=/js/a.js></script>")
                .put("/js/a.js", "// one\n  import './no.js';\n// three\n");
        refused(() -> bundle(isEsbuildUsed, BundleLimits.DEFAULT), Reason.MISSING)
                .satisfies(
                        failure -> assertThat(failure.place())
                                .isEqualTo(
                                        new SourcePlace(
                                                2,
                                                10,
                                                "     1 | // one\n     2 |   import './no.js';\n       |          ^\n     3 | // three\n")))
                .hasMessage(
                        "bundle: file=/js/a.js, line=2, column=10, import=\"./no.js\" leads to /js/no.js, which is not there; "
                                + "correct it, or add the file to the resource path");
        resources.put("/js/a.js", "import 'nobody'");
        refused(() -> bundle(isEsbuildUsed, BundleLimits.DEFAULT), Reason.MISSING)
                .hasMessageContaining("bare name that no import map");
        resources.put("/index.html", "<script type=module src=no.js></script>");
        refused(() -> bundle(isEsbuildUsed, BundleLimits.DEFAULT), Reason.MISSING)
                .hasMessageContaining("file=/no.js");
    }

    @Test
    void errorThatEsbuildFindsIsNamedWithItsPlace() {
        resources
                .put("/index.html", "<script type=module src=a.js></script>")
                .put("/a.js", "import './b.js';")
                .put("/b.js", "let x = 1;\nlet y = ;\n");
        refused(() -> bundle(true, BundleLimits.DEFAULT), Reason.SYNTAX).satisfies(failure -> {
            assertThat(failure.path()).isEqualTo("/b.js");
            assertThat(failure.place()).isNotNull();
            assertThat(failure.place().line()).isEqualTo(2);
            assertThat(Bundler.lines(failure))
                    .startsWith("/b.js:2:9\nUnexpected \";\"; correct the module\n\n     1 | let x = 1;\n");
        });
        resources.put("/b.js", "export const a = 1;").put("/a.js", "import { b } from './b.js'; b();");
        refused(() -> bundle(true, BundleLimits.DEFAULT), Reason.SYNTAX).hasMessageContaining("No matching export");
    }

    @Test
    void errorThatTheLexerFindsIsNamedWithItsPlace() {
        resources.put("/index.html", "<script type=module src=a.js></script>").put("/a.js", "let x = 1;\n'open\n");
        refused(() -> bundle(false, BundleLimits.DEFAULT), Reason.SYNTAX)
                .hasMessageContaining("file=/a.js, line=2, column=1, text does not end");
        resources.put("/a.js", "import x from './x.json' with { type: 'json' }").put("/x.json", "{");
        refused(() -> bundle(false, BundleLimits.DEFAULT), Reason.SYNTAX)
                .hasMessageContaining("file=/x.json, json: malformed");
        resources.put("/a.js", "import x from './x.json' with { type: 'odd' }");
        refused(() -> bundle(false, BundleLimits.DEFAULT), Reason.SYNTAX).hasMessageContaining("type=\"odd\"");
    }

    @Test
    void limitsHoldAtTheirEdge() {
        resources.put("/index.html", "<script type=module src=m0.js></script>");
        for (int i = 0; i < 5; i++) {
            resources.put("/m" + i + ".js", i < 4 ? "import './m" + (i + 1) + ".js'" : "1");
        }
        edge(BundleLimit.MODULES, 5);
        edge(BundleLimit.IMPORT_DEPTH, 4);
        // the page, each module, and the first one also for its digest
        edge(BundleLimit.FILES, 7);
        int page = "<script type=module src=m0.js></script>".length();
        int modules = 4 * "import './m1.js'".length() + 1;
        edge(BundleLimit.FILE_BYTES, page);
        edge(BundleLimit.TOTAL_BYTES, page + modules);
    }

    @Test
    void nestingOfStylesAndPagesHoldsAtItsEdge() {
        resources.put("/index.html", "<link rel=stylesheet href=s0.css>");
        for (int i = 0; i < 4; i++) {
            resources.put("/s" + i + ".css", i < 3 ? "@import 's" + (i + 1) + ".css';" : ".a{}");
        }
        edge(BundleLimit.NESTING, 3);
        resources.put("/index.html", "<link rel=import href=p0.html>");
        for (int i = 0; i < 3; i++) {
            resources.put("/p" + i + ".html", i < 2 ? "<link rel=import href=p" + (i + 1) + ".html>" : "");
        }
        edge(BundleLimit.NESTING, 3);
        resources.put("/index.html", "<style>a{b:c}</style><style>b{c:d}</style>");
        edge(BundleLimit.INLINES, 2);
    }

    @Test
    void codeBeyondTheLimitIsAFile() {
        resources
                .put("/index.html", "<script type=module src=m.js></script><script src=p.js></script>")
                .put("/m.js", "console.log(1)")
                .put("/p.js", "go(1)");
        BundleLimits limits = BundleLimits.DEFAULT.with(BundleLimit.INLINE_CODE_BYTES, 5);
        Document page = Jsoup.parse(BundlerTest.html(bundle(true, limits)));
        assertThat(page.select("script[type=module]").attr("src")).matches("/_bundle/[0-9a-f]{32}\\.js");
        assertThat(page.select("script:not([src])").last().data()).startsWith("go(1)");
        page = Jsoup.parse(BundlerTest.html(bundle(
                false, limits.with(BundleLimit.INLINE_CODE_BYTES, 4).with(BundleLimit.INLINE_MODULE_BYTES, 13))));
        assertThat(page.select("script[src]")).hasSize(2);
        page = Jsoup.parse(BundlerTest.html(bundle(false, limits.with(BundleLimit.INLINE_MODULE_BYTES, 14))));
        assertThat(page.select("script[src]")).isEmpty();
    }

    @Test
    void longPlainScriptsAreMinifiedAndKeepTheirNames() {
        String script = "function greet(longName) { return longName + '</script>'; }\n";
        String comment = "/* "
                + "c".repeat(PageBuild.LEAST_MINIFIED_CHARS - script.length() - "greet(1)/*  */\\".length()) + " */";
        resources
                .put("/p.js", script + comment)
                .put("/index.html", "<script src=p.js></script><script>greet(1)</script>");
        Document page = Jsoup.parse(BundlerTest.html(bundle(true, BundleLimits.DEFAULT)));
        assertThat(page.select("script").getFirst().data())
                .matches("function greet\\((\\w)\\)\\{return \\1\\+\"<\\\\/script>\"}");
        resources.put("/p.js", script + comment.replaceFirst("c", ""));
        page = Jsoup.parse(BundlerTest.html(bundle(true, BundleLimits.DEFAULT)));
        assertThat(page.select("script").getFirst().data()).contains("longName");
        resources.put("/p.js", "broken ( " + script + comment);
        PageBundle bundle = bundle(true, BundleLimits.DEFAULT);
        assertThat(BundlerTest.html(bundle)).contains("broken ( function greet(longName)");
        assertThat(bundle.warnings()).singleElement().asString().contains("a script that is no module has an error");
    }

    @Test
    void stylesThatImportEachOtherManyTimesAreBounded() {
        resources.put("/index.html", "<link rel=stylesheet href=s0.css>");
        for (int i = 0; i < 40; i++) {
            resources.put("/s" + i + ".css", "@import 's" + (i + 1) + ".css';@import 's" + (i + 1) + ".css';");
        }
        resources.put("/s40.css", ".a{}");
        refused(() -> bundle(false, BundleLimits.DEFAULT), Reason.LIMIT)
                .hasMessageContaining("files=10001 > LIMIT=10000");
    }

    private void edge(BundleLimit limit, int most) {
        for (boolean isEsbuildUsed : new boolean[] {true, false}) {
            assertThat(bundle(isEsbuildUsed, BundleLimits.DEFAULT.with(limit, most)))
                    .isNotNull();
            refused(() -> bundle(isEsbuildUsed, BundleLimits.DEFAULT.with(limit, most - 1)), Reason.LIMIT)
                    .hasMessageContaining(limit.label() + "=")
                    .hasMessageContaining("> LIMIT=" + (most - 1)
                            + "; split the page, or raise it by the property tellask.web.bundle." + limit.label());
        }
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, BundleException> refused(
            Supplier<PageBundle> build, Reason reason) {
        return assertThatThrownBy(build::get)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.throwable(BundleException.class))
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(reason));
    }

    private PageBundle bundle(boolean isEsbuildUsed, BundleLimits limits) {
        Bundler.Builder builder = Bundler.builder(resources).limits(limits).packages(packages());
        return (isEsbuildUsed ? builder : builder.withoutEsbuild()).build().bundle("/index.html");
    }
}

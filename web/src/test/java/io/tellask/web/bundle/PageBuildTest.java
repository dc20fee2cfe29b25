package io.tellask.web.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.web.content.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the parts of a page. */
class PageBuildTest {
    private final MemoryResources resources = new MemoryResources();
    private BundleLimits limits = BundleLimits.DEFAULT;

    @Test
    void importedPagesBecomePartOfThePageOnce() {
        resources
                .put("/parts/a.html", "<script>var a = 'first';</script><p>shown</p><link rel=import href=b.html>")
                .put(
                        "/parts/b.html",
                        "<style>.b{background:url(b.svg)}</style><img src=b.png><link rel=import href=a.html>")
                .put("/parts/b.svg", "<svg/>")
                .put("/parts/b.png", "image");
        Document page =
                built("<body><h1>top</h1><link rel=import href=parts/a.html><hr><link rel=import href=/parts/b.html>");

        assertThat(page.select("link")).isEmpty();
        assertThat(page.body().children())
                .extracting(Element::normalName)
                .containsExactly("h1", "script", "p", "style", "img", "hr");
        assertThat(page.selectFirst("style").data()).contains("data:image/svg+xml;base64,");
        assertThat(page.selectFirst("img").attr("src")).startsWith("data:image/png;base64,");
    }

    @Test
    void pageImportedInTheHeadShowsNothing() {
        resources.put("/a.html", "<template id=t></template><script>1</script><p>hidden</p>");
        Document page = built("<head><link rel=import href=a.html><title>t</title></head><body><h1>top</h1>");

        assertThat(page.head().children())
                .extracting(Element::normalName)
                .containsExactly("meta", "template", "script", "title");
        assertThat(page.body().selectFirst("div[hidden] > p").text()).isEqualTo("hidden");
    }

    @Test
    void pageThatImportsAMissingOneIsRefused() {
        assertThatThrownBy(() -> built("<link rel=import href=no.html>"))
                .hasMessageContaining("file=/index.html, import of a page leads to /no.html, which is not there");
    }

    @Test
    void plainScriptsKeepTheirOrder() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            resources.put("/" + name + ".js", "run('" + name + "')");
        }
        Document page = built(
                "<head><script defer src=a.js></script><script src=b.js></script><script async src=c.js></script>"
                        + "<script type=module>run('m')</script><script defer src=d.js></script></head><body><script src=e.js></script><p>");

        assertThat(page.select("script:not([type]):not([src])"))
                .extracting(Element::data)
                .containsExactly("run('b')", "run('e')", "run('a')", "run('c')");
        assertThat(page.select("script[src]")).singleElement().satisfies(script -> {
            assertThat(script.hasAttr("defer")).isTrue();
            assertThat(script.attr("src")).matches("/_bundle/[0-9a-f]{32}\\.js");
        });
    }

    @Test
    void scriptsThatCannotBeInThePageStayFiles() {
        resources
                .put("/a.js", "document.currentScript.src")
                .put("/b.js", "x = '<!--<script>'")
                .put("/c.js", "x = '</script>' + '</SCRIPT >'")
                .put("/d.js", "éé");
        Document page = built(
                "<script src=a.js></script><script src=b.js></script><script src=c.js></script>"
                        + "<script nomodule src=d.js></script><script charset=latin1 src=d.js></script><script src=no.js></script>");

        List<Element> scripts = page.select("script");
        assertThat(scripts).hasSize(6);
        assertThat(scripts.get(0).attr("src")).isEqualTo("a.js");
        assertThat(scripts.get(1).attr("src")).startsWith("/_bundle/");
        assertThat(scripts.get(2).data()).isEqualTo("x = '<\\/script>' + '<\\/SCRIPT >'");
        assertThat(scripts.get(3).attr("src")).isEqualTo("d.js");
        assertThat(scripts.get(4).attr("src")).startsWith("/_bundle/");
        assertThat(scripts.get(5).attr("src")).isEqualTo("no.js");
    }

    @Test
    void digestsOfTheBundleNameAllThatIsInThePage() {
        resources
                .put("/a.js", "1")
                .put("/m.js", "import './n.js'")
                .put("/n.js", "2")
                .put("/a.css", ".a { }");
        PageBundle bundle = bundle(
                "<script src=a.js></script><script type=module src=m.js></script><link rel=stylesheet href=a.css>"
                        + "<script type=application/json>{}</script><style>b{}</style><template><style>c{}</style></template>");

        Document page = Jsoup.parse(BundlerTest.html(bundle));
        List<String> expected = page.select("script:not([src]):not([type=application/json]), style").stream()
                .map(element -> (element.nameIs("style") ? "style " : "script ")
                        + Sha256.source(element.data().getBytes(StandardCharsets.UTF_8)))
                .toList();
        assertThat(expected).hasSize(6);
        assertThat(bundle.inlineHashes()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void policyOfThePageIsGivenTheDigests() {
        Document page = built(
                "<meta http-equiv=content-security-policy content=\"default-src 'self'; img-src 'none'; style-src 'unsafe-inline'\">"
                        + "<script>1</script><style>a{}</style>");
        String script = Sha256.source("1".getBytes(StandardCharsets.UTF_8));
        assertThat(page.selectFirst("meta[content]").attr("content"))
                .isEqualTo("default-src 'self'; img-src data:; style-src 'unsafe-inline'; script-src 'self' '" + script
                        + "'; font-src 'self' data:");
    }

    @Test
    void warnsOfWhatNoPolicyLetsRun() {
        PageBundle bundle = bundle("<a onclick=\"go()\" href=\"javascript:go()\" style=\"color:red\">go</a>");
        assertThat(bundle.warnings()).hasSize(3).allMatch(warning -> warning.startsWith("/index.html: "));
        assertThat(bundle.warnings().getFirst()).contains("onclick of <a> is a script", "use addEventListener");
    }

    @Test
    void mapsOfThePageWinOverThoseOfPackages() {
        resources
                .put("/a.js", "'a'")
                .put("/b.js", "'b'")
                .put("/lib/x.js", "'x'")
                .put("/in/y.js", "import 'a'")
                .put("/c.js", "'c'");
        Document page = built("<script type=importmap>{\"imports\":{\"a\":\"./a.js\",\"lib/\":\"/lib/\"},"
                + "\"scopes\":{\"/in/\":{\"a\":\"/c.js\"}}}</script>"
                + "<script type=importmap>{\"imports\":{\"a\":\"/no.js\",\"b\":\"/b.js\"}}</script>"
                + "<script type=module>import 'a'; import 'b'; import 'lib/x.js'; import '/in/y.js';</script>");

        assertThat(page.select("script[type=module]"))
                .singleElement()
                .satisfies(module -> assertThat(module.data())
                        .isEqualTo("import \"/a.js\"; import \"/b.js\"; import \"/lib/x.js\"; import \"/in/y.js\";"));
        assertThat(page.select("script[type=importmap]")).singleElement().satisfies(map -> {
            Map<?, ?> read = (Map<?, ?>) ((Map<?, ?>) Json.read(map.data())).get("imports");
            assertThat(read.keySet().stream().map(String::valueOf))
                    .contains("/a.js", "/b.js", "/lib/x.js", "/in/y.js", "/c.js");
        });
    }

    @Test
    void malformedMapIsRefused() {
        assertThatThrownBy(() -> built("<script type=importmap>{\"imports\":</script>"))
                .hasMessageContaining("import map: json: malformed")
                .hasMessageContaining("line=1");
        assertThatThrownBy(() -> built("<script type=importmap>[]</script>")).hasMessageContaining("is not an object");
    }

    @Test
    void imagesBecomeDataUpToTheLimitAndFilesBeyond() {
        limits = limits.with(BundleLimit.INLINE_ASSET_BYTES, 5);
        resources
                .put("/a.png", "12345")
                .put("/b.png", "123456")
                .put("/i.svg", "<svg>")
                .put("/f.woff2", "font--");
        PageBundle bundle = bundle("<img src=a.png><img src='b.png?v=3'><img srcset='a.png 1x, b.png 2x' src=no.png>"
                + "<video poster=a.png></video><link rel=icon href=i.svg><img src=https://x.example/a.png><img src=data:,>"
                + "<style>@font-face{src:url('f.woff2?#iefix')}.s{fill:url(i.svg#g)}.d{fill:url(#g)}</style>");

        Document page = Jsoup.parse(BundlerTest.html(bundle));
        List<String> images = page.select("img").eachAttr("src");
        assertThat(images.get(0)).isEqualTo("data:image/png;base64,MTIzNDU=");
        assertThat(images.get(1)).matches("/_bundle/[0-9a-f]{32}\\.png");
        assertThat(images.subList(2, 5)).containsExactly("/no.png", "https://x.example/a.png", "data:,");
        assertThat(page.select("img").get(2).attr("srcset"))
                .matches("/_bundle/[0-9a-f]{32}.png 1x, /_bundle/[0-9a-f]{32}.png 2x");
        assertThat(page.selectFirst("video").attr("poster")).startsWith("data:");
        assertThat(page.selectFirst("link").attr("href")).startsWith("data:image/svg+xml");
        assertThat(page.selectFirst("style").data())
                .containsPattern("src:url\\(\"/_bundle/[0-9a-f]{32}\\.woff2#iefix\"\\)")
                .containsPattern("url\\(\"/_bundle/[0-9a-f]{32}\\.svg#g\"\\)")
                .contains("fill:url(\"#g\")");
        assertThat(bundle.warnings()).singleElement().asString().startsWith("/no.png: ");
    }

    @Test
    void stylesKeepConditionsOrderAndAddressesElsewhere() {
        resources
                .put(
                        "/css/app.css",
                        "@layer x, y; @import 'a.css' layer(x) supports(display: grid) screen; @import url(b.css);"
                                + "@import 'https://e.example/e.css' print; @import 'no.css'; .app{background:url(../no.png)}")
                .put("/css/a.css", "@import 'sub/c.css'; .a{}")
                .put("/css/b.css", "@charset 'utf-8'; .b{} /* x */")
                .put("/css/sub/c.css", ".c{background:url(c.svg)} @import 'late.css';")
                .put("/css/sub/c.svg", "<svg/>");
        PageBundle bundle = bundle("<link rel=stylesheet href=css/app.css media=screen>");
        List<Element> styles = Jsoup.parse(BundlerTest.html(bundle)).select("style[media=screen]");

        assertThat(styles).hasSize(2);
        assertThat(styles.get(0).data())
                .startsWith("@layer x,y;")
                .contains(
                        "@supports (display: grid){@media screen{@layer x{.c{background:url(\"data:image/svg+xml;base64,")
                .contains(".a{}}}}")
                .endsWith(".b{}");
        assertThat(styles.get(1).data())
                .isEqualTo("@import url(\"https://e.example/e.css\") print;.app{background:url(\"/no.png\")}");
        assertThat(bundle.warnings()).hasSize(2);
    }

    @Test
    void stylesThatCannotBeInOthersStayFiles() {
        resources
                .put("/app.css", "@import 'open.css'; @import 'cycle.css'; .app{}")
                .put("/open.css", ".a{")
                .put("/cycle.css", "@import 'app.css'; .cycle{}");
        PageBundle bundle = bundle("<link rel=stylesheet href=app.css>");
        assertThat(Jsoup.parse(BundlerTest.html(bundle)).selectFirst("style").data())
                .isEqualTo("@import url(\"/open.css\");.cycle{}.app{}");
        assertThat(bundle.warnings())
                .singleElement()
                .asString()
                .contains("/open.css: style has brackets that do not match");
    }

    @Test
    void linkThatAScriptMayLookForStaysALink() {
        resources.put("/a.css", "@import 'b.css'; .a { }").put("/b.css", ".b { }");
        PageBundle bundle =
                bundle("<link id=theme rel=stylesheet href=a.css><link rel='alternate stylesheet' href=b.css>");
        Document page = Jsoup.parse(BundlerTest.html(bundle));
        BundleAsset style = bundle.assets().get(page.selectFirst("#theme").attr("href"));
        assertThat(style).isNotNull();
        assertThat(new String(style.bytes(), StandardCharsets.UTF_8)).isEqualTo(".b{}.a{}");
        assertThat(page.select("link").get(1).attr("href")).isEqualTo("b.css");
    }

    @Test
    void integrityIsCheckedAndTakenOut() {
        String right = "sha384-" + Digests.base64("SHA-384", "1".getBytes(StandardCharsets.UTF_8));
        resources.put("/a.js", "1");
        Document page = built("<script src=a.js crossorigin integrity='sha384-xx " + right + "'></script>");
        assertThat(page.selectFirst("script").outerHtml()).isEqualTo("<script>1</script>");
        for (String element : List.of(
                "<script src=a.js integrity=sha256-xx></script>",
                "<script type=module src=a.js integrity=sha512-x></script>")) {
            assertThatThrownBy(() -> built(element))
                    .isInstanceOfSatisfying(
                            BundleException.class,
                            failure -> assertThat(failure.reason()).isEqualTo(BundleException.Reason.INTEGRITY));
        }
    }

    @Test
    void earlyLoadsOfWhatIsInThePageAreTakenOut() {
        limits = limits.with(BundleLimit.INLINE_ASSET_BYTES, 1);
        resources.put("/a.css", ".a{}").put("/m.js", "1").put("/b.png", "12").put("/c.css", "");
        Document page = built(
                "<link rel=preload as=style href=a.css><link rel=modulepreload href=m.js><link rel=preload as=image href=b.png>"
                        + "<link rel=prefetch href=c.css><link rel=stylesheet href=a.css><script type=module src=m.js></script><img src=b.png>");
        assertThat(page.select("link").eachAttr("href"))
                .containsExactly(page.selectFirst("img").attr("src"), "c.css");
    }

    @Test
    void baseOfThePageCounts() {
        resources.put("/app/a.css", ".a{}").put("/app/m.js", "1");
        Document page =
                built("<base href=/app/><link rel=stylesheet href=a.css><script type=module>import './m.js'</script>");
        assertThat(page.selectFirst("style").data()).isEqualTo(".a{}");
        assertThat(page.selectFirst("script[type=module]").data()).isEqualTo("import \"/app/m.js\"");
        assertThatThrownBy(() -> built("<base href=https://x.example/>"))
                .hasMessageContaining("base leads out of the site");
    }

    @Test
    void spaceIsTakenOutWhereItCannotBeSeen() {
        String page =
                "<!doctype html>\n<html>\n <head>\n  <title> a  b </title>\n <!-- c -->\n</head>\n<body>\n\n <p>x  y</p>\n\n <pre> \n </pre>"
                        + "<!--!keep--></body></html>";
        assertThat(BundlerTest.html(bundle(page)))
                .isEqualTo(
                        "<!doctype html><html><head><meta charset=\"UTF-8\"><title> a  b </title></head><body>\n<p>x  y</p>\n<pre> \n </pre>"
                                + "<!--!keep--></body></html>");
        assertThat(BundlerTest.html(bundle("<p style='white-space:pre'><b>a</b>   <b>b</b></p>")))
                .contains("</b>   <b>");
    }

    @Test
    void moduleOfAnotherServiceIsImportedWhenItRuns() {
        resources.put("/m.js", "import { Chat } from '/contracts/Chat.js'; console.log(Chat);");
        String html = "<script type=module src=m.js></script><script type=module src=/contracts/start.js></script>";
        resources.put("/index.html", html);
        for (boolean isEsbuildUsed : new boolean[] {true, false}) {
            Bundler.Builder builder = Bundler.builder(resources).elsewhere(path -> path.startsWith("/contracts/"));
            Document page = Jsoup.parse(BundlerTest.html(
                    (isEsbuildUsed ? builder : builder.withoutEsbuild()).build().bundle("/index.html")));
            assertThat(page.select("script[type=module]")).hasSize(2);
            assertThat(page.select("script[type=module]").getFirst().data())
                    .containsPattern("from ?\"/contracts/Chat.js\"");
            assertThat(page.select("script[src]").attr("src")).isEqualTo("/contracts/start.js");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000",
                "<",
                "<script",
                "<!--",
                "<style>",
                "<script>",
                "<svg><style><script>",
                "<template><link rel=import>",
                "<p"
            })
    void anyTextIsAPage(String html) {
        assertThat(bundle(html).html()).isNotEmpty();
    }

    private PageBundle bundle(String html) {
        resources.put("/index.html", html);
        return Bundler.builder(resources)
                .limits(limits)
                .withoutEsbuild()
                .build()
                .bundle("/index.html");
    }

    private Document built(String html) {
        return Jsoup.parse(BundlerTest.html(bundle(html)));
    }
}

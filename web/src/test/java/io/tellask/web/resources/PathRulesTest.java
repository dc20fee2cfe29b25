package io.tellask.web.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpException;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths are decoded, and which may name a file. */
class PathRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/a/b/c.js",
                "/_static/@scope/name/1.0.0/x.js",
                "/a b.txt",
                "/grüße.html",
                "/a..b",
                "/a.b.c",
                "/~user/x",
                "/com10.txt",
                "/console.js",
                "/class",
                "/a.classes",
                "/日本語.html",
                "/a+b&c=d,e!f(g)'h",
                "/METAINF/x",
                "/lpt",
                "/aux1"
            })
    void ordinaryPathsAreServed(String path) {
        assertThat(PathRules.isSafe(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "a",
                "//a",
                "/a//b",
                "/a/",
                "/.",
                "/..",
                "/../a",
                "/a/../b",
                "/a/..",
                "/.git/config",
                "/.env",
                "/a/.htaccess",
                "/..\\a",
                "/a\\b",
                "/C:/a",
                "/a:b",
                "/file.txt:stream",
                "/file.txt::$DATA",
                "/a;b",
                "/a.js;x=1",
                "/a%2e",
                "/%2e%2e/a",
                "/a.",
                "/a ",
                "/ a",
                "/a./b",
                "/a /b",
                "/con",
                "/CON",
                "/nul.txt",
                "/Aux.tar.gz",
                "/com1",
                "/COM9.txt",
                "/lpt\u00B9.x",
                "/prn",
                "/conin$",
                "/a\u0000b",
                "/a\nb",
                "/a\u007F",
                "/a\u0085",
                "/a\u202Eb",
                "/a\u200Bb",
                "/a\uD800",
                "/\uFEFFa",
                "/META-INF/x",
                "/meta-inf/x",
                "/a/Meta-Inf/x",
                "/BOOT-INF/a",
                "/WEB-INF/web.xml",
                "/x.class",
                "/x.CLASS",
                "/a/x.Class",
                "/a*b",
                "/a?b",
                "/a\"b",
                "/a<b",
                "/a>b",
                "/a|b",
                "/con .txt",
                "/META-\u0131NF/x"
            })
    void hostilePathsAreNot(String path) {
        assertThat(PathRules.isSafe(path)).isFalse();
    }

    @Test
    void lengthsAreBounded() {
        String name = "a".repeat(PathRules.MOST_NAME_BYTES);
        assertThat(PathRules.isSafe("/" + name)).isTrue();
        assertThat(PathRules.isSafe("/" + name + "a")).isFalse();
        assertThat(PathRules.isSafe("/" + "ü".repeat(PathRules.MOST_NAME_BYTES / 2 + 1)))
                .isFalse();
        assertThat(PathRules.isSafe("/a".repeat(PathRules.MOST_NAMES))).isTrue();
        assertThat(PathRules.isSafe("/a".repeat(PathRules.MOST_NAMES + 1))).isFalse();
        String longest = ("/" + "a".repeat(127)).repeat(PathRules.MOST_CHARS / 128);
        assertThat(PathRules.isSafe(longest)).isTrue();
        assertThat(PathRules.decode(longest)).isEqualTo(longest);
        assertThatThrownBy(() -> PathRules.decode(longest + "a"))
                .isInstanceOfSatisfying(
                        HttpException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(414))
                .hasMessageContaining("length=1025 > MOST_CHARS=1024");
    }

    @Test
    void percentSignsAreDecodedOnce() {
        assertThat(PathRules.decode("/a%20b")).isEqualTo("/a b");
        assertThat(PathRules.decode("/gr%C3%BC%c3%9fe")).isEqualTo("/grüße");
        assertThat(PathRules.decode("/%252e%252e/x")).isEqualTo("/%2e%2e/x");
        assertThat(PathRules.decode("/%2e%2e/x")).isEqualTo("/../x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "http://host/a",
                "/a%",
                "/a%2",
                "/a%zz",
                "/a%2g",
                "/%00",
                "/a%2fb",
                "/a%2Fb",
                "/a%5cb",
                "/a b",
                "/ü",
                "/a\tb",
                "/%ff",
                "/%c0%af",
                "/%c0%ae%c0%ae",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/%e2%82",
                "/%+1"
            })
    void malformedPathsAreRefused(String raw) {
        assertThatThrownBy(() -> PathRules.decode(raw))
                .isInstanceOfSatisfying(
                        HttpException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(400));
    }

    @Test
    void whatIsServedHasOnlyNamesThatAreServed() {
        Random random = new Random(Seed.given());
        String alphabet = "/..\\%2e;:ab \u0000~\u202Econ";
        for (int round = 0; round < Rounds.of(20_000, 1_000_000); round++) {
            StringBuilder path = new StringBuilder("/");
            for (int i = random.nextInt(12); i > 0; i--) {
                path.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            if (PathRules.isSafe(path.toString())) {
                assertThat(Arrays.stream(path.substring(1).split("/", -1))).allMatch(PathRules::isSafeName);
                assertThat(path.toString())
                        .doesNotContain("/.")
                        .doesNotContain("\\")
                        .doesNotContain("\0");
            }
        }
    }
}

package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    private static boolean matches(String pattern, String text) {
        return Glob.of(pattern.getBytes(ISO_8859_1)).matches(text.getBytes(ISO_8859_1), new MatchCost());
    }

    @ParameterizedTest
    @CsvSource({
        "*, anything, true",
        "h?llo, hello, true",
        "h?llo, hllo, false",
        "h*llo, heeeello, true",
        "h[ae]llo, hallo, true",
        "h[ae]llo, hillo, false",
        "h[^e]llo, hallo, true",
        "h[^e]llo, hello, false",
        "h[a-c]llo, hbllo, true",
        "h[c-a]llo, hbllo, true",
        "h\\*llo, h*llo, true",
        "h\\*llo, hello, false",
        "'', '', true",
        "'', a, false",
        "*a*b*c, xxaxxbxxc, true",
        "*a*b*c, xxaxxbxx, false",
        "[abc, a, true",
        "[\\]], ], true",
        "a\\, a\\, true",
        "**, '', true",
        "[a-], -, false",
        "[a-], ^, true"
    })
    void matchesAsRedisDoes(String pattern, String text, boolean expected) {
        assertThat(matches(pattern, text)).isEqualTo(expected);
    }

    @Test
    void agreesWithRegularExpressions() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String pattern = random(random, "ab*?", 8);
            String text = random(random, "ab", 8);
            String expression = pattern.replace("?", ".").replace("*", ".*");
            assertThat(matches(pattern, text))
                    .as("pattern=%s, text=%s, seed=%d", pattern, text, seed)
                    .isEqualTo(Pattern.matches(expression, text));
        }
    }

    private static String random(Random random, String letters, int longest) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(longest); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    @Test
    void agreesWithPlainMatching() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            String pattern = random(random, i % 2 == 0 ? "aabb*?" : "ab*?[]^-\\", 12);
            String text = random(random, "ab-]", 16);
            assertAgrees(pattern, text, seed);
        }
    }

    /** Segments of more than 64 positions, at all offsets in words. */
    @Test
    void agreesWithPlainMatchingOnLongSegments() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = random(random, "aab", 600);
            assertAgrees(patternFrom(text, random), text, seed);
            assertAgrees(patternFrom(text, random), random(random, "aab", 600), seed);
        }
    }

    /** A pattern that matches the text, or nearly. */
    private static String patternFrom(String text, Random random) {
        StringBuilder pattern = new StringBuilder("*");
        for (int i = random.nextInt(20); i < text.length(); i++) {
            int choice = random.nextInt(300);
            if (choice == 0) {
                pattern.append('*');
                i += random.nextInt(100);
            } else if (choice == 1) {
                pattern.append('b');
            } else {
                pattern.append(choice < 30 ? "?" : choice < 60 ? "[^c]" : text.substring(i, i + 1));
            }
        }
        return pattern.append(random.nextBoolean() ? "*" : "").toString();
    }

    private static void assertAgrees(String pattern, String text, long seed) {
        assertThat(matches(pattern, text))
                .as("pattern=%s, text=%s, seed=%d", pattern, text, seed)
                .isEqualTo(PlainGlob.matches(pattern.getBytes(ISO_8859_1), text.getBytes(ISO_8859_1)));
    }

    @Test
    void knowsEveryByteInOnePattern() {
        StringBuilder all = new StringBuilder("*?");
        for (char character = 0; character < 256; character++) {
            all.append('\\').append(character);
        }
        String text = all.toString().substring(1).replaceAll("(?s)\\\\(.)", "$1");
        assertThat(matches(all + "*", "x" + text + "y")).isTrue();
        for (int i = 1; i < text.length(); i++) {
            assertThat(matches(all + "*", text.substring(0, i) + (char) (text.charAt(i) ^ 1) + text.substring(i + 1)))
                    .isFalse();
        }
    }

    @Test
    void looksAtEachByteOfTheTextTwiceAtMostForLiteralSegments() {
        for (String pattern :
                List.of("*" + "a".repeat(50_000) + "b*", "*a".repeat(1_000) + "b*", "*aab*aab*", "aa*ab")) {
            for (int length : new int[] {1_000, 100_000, 200_000}) {
                assertThat(steps(pattern, "a".repeat(length)))
                        .as("pattern of %d, text of %d", pattern.length(), length)
                        .isLessThanOrEqualTo(2L * length + 64);
            }
        }
    }

    @Test
    void looksAtAWordFor64PositionsAndEachByteOfTheText() {
        String pattern = "*" + "?a".repeat(512) + "b*";
        assertThat(steps(pattern, "a".repeat(32_000))).isLessThanOrEqualTo(17 * 32_000L + 64);
        assertThat(steps("*?a*?a*?b*", "a".repeat(32_000))).isLessThanOrEqualTo(32_000L + 64);
    }

    @Test
    void takesNoMoreStepsThanItSays() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String pattern = random(random, "aaab*?", 12);
            String text = random(random, "aaab", 100);
            assertThat(steps(pattern, text))
                    .as("pattern=%s, text=%s, seed=%d", pattern, text, seed)
                    .isLessThanOrEqualTo(Glob.of(pattern.getBytes(ISO_8859_1)).mostSteps(text.length()));
        }
    }

    private static long steps(String pattern, String text) {
        MatchCost steps = new MatchCost();
        boolean _ = Glob.of(pattern.getBytes(ISO_8859_1)).matches(text.getBytes(ISO_8859_1), steps);
        return steps.count();
    }
}

package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    private static boolean matches(String pattern, String text) {
        return Glob.matches(pattern.getBytes(ISO_8859_1), text.getBytes(ISO_8859_1));
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
        long seed = Long.getLong("tellask.seed", 1);
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

    /** With a walk over all lengths of all stars this would not end. */
    @Test
    void takesTimeThatIsBounded() {
        assertThat(matches("*a".repeat(1000) + "b", "a".repeat(10_000))).isFalse();
    }
}

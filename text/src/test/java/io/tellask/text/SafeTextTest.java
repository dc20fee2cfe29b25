package io.tellask.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
    @Test
    void safeTextStaysTheSameString() {
        String text = "Grüße, 世界 \uD83D\uDE00 C:\\temp";

        assertThat(SafeText.of(text)).isSameAs(text);
        assertThat(SafeText.of(null)).isEqualTo("null");
    }

    static Stream<String[]> controls() {
        return Stream.of(
                new String[] {"a\nb\r\tc", "a\\nb\\r\\tc"},
                new String[] {"\u001B[2J", "\\u001b[2J"},
                new String[] {"\u009B31m", "\\u009b31m"},
                new String[] {"\u0000", "\\u0000"},
                new String[] {"\u202Egnp.exe", "\\u202egnp.exe"},
                new String[] {"\u2028\u2029\u200B", "\\u2028\\u2029\\u200b"},
                new String[] {"x\uD800y", "x\\ud800y"},
                new String[] {"\uDC00", "\\udc00"},
                new String[] {"\uDB40\uDC41", "\\udb40\\udc41"},
                new String[] {"\uE000\uFFFF", "\\ue000\\uffff"});
    }

    @ParameterizedTest
    @MethodSource("controls")
    void whatDoesMoreThanShowIsEscaped(String text, String expected) {
        assertThat(SafeText.of(text)).isEqualTo(expected);
        assertThat(SafeText.of(expected)).isSameAs(expected);
    }

    @Test
    void textAtTheLimitStaysAndOneBeyondSaysWhatIsLeftOut() {
        assertThat(SafeText.of("a".repeat(SafeText.MAX_CHARS))).hasSize(SafeText.MAX_CHARS);
        assertThat(SafeText.of("a".repeat(SafeText.MAX_CHARS + 1)))
                .isEqualTo("a".repeat(SafeText.MAX_CHARS) + "... (1 more characters)");
        assertThat(SafeText.message("b".repeat(SafeText.MAX_MESSAGE_CHARS))).hasSize(SafeText.MAX_MESSAGE_CHARS);
        assertThat(SafeText.message("b".repeat(SafeText.MAX_MESSAGE_CHARS + 1))).endsWith("... (1 more characters)");
        assertThatThrownBy(() -> SafeText.of("a", -1)).hasMessageContaining("maxChars=-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001B", "\uD83D\uDE00", "\uDB40\uDC41", "a\n"})
    void escapesAndPairsAreNeverCutInTheMiddle(String piece) {
        for (int limit = 0; limit < 40; limit++) {
            String made = SafeText.of(piece.repeat(50), limit);
            String kept = made.substring(0, made.indexOf("... ("));

            assertThat(kept).hasSizeLessThanOrEqualTo(limit);
            assertThat(SafeText.of(kept)).isSameAs(kept);
            assertThat(kept).matches("(\\\\u[0-9a-f]{4}|\\\\n|a|\uD83D\uDE00)*");
        }
    }

    @Test
    void aLongTextIsNotLookedAtBeyondTheLimit() {
        CharSequence endless = new CharSequence() {
            @Override
            public int length() {
                return Integer.MAX_VALUE;
            }

            @Override
            public char charAt(int index) {
                assertThat(index).isLessThanOrEqualTo(SafeText.MAX_CHARS + 2);
                return '\n';
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                throw new AssertionError();
            }

            @Override
            public String toString() {
                throw new AssertionError();
            }
        };

        assertThat(SafeText.of(endless)).hasSizeLessThan(250).endsWith("more characters)");
    }

    @Test
    void safeFailureIsTheExceptionItselfWhereThatIsSafe() {
        Exception failure = new IllegalStateException("broken", new RuntimeException("cause"));

        assertThat(SafeFailure.of(failure)).isSameAs(failure);
    }

    @Test
    void hostileTextsOfAnExceptionItsCausesAndItsTracesAreSafe() {
        Exception cause = new IllegalArgumentException("\n2026-01-01 SEVERE forged\u001B[2J" + "x".repeat(1_000_000));
        cause.setStackTrace(new StackTraceElement[] {new StackTraceElement("a\nb", "c\u001B", "d\r", 1)});
        Exception failure = new IllegalStateException("outer", cause);
        failure.addSuppressed(new RuntimeException("\u202E"));

        String printed = printed(SafeFailure.of(failure));

        assertThat(printed.lines()).noneMatch(line -> line.startsWith("2026") || line.startsWith("b"));
        assertThat(printed).doesNotContain("\u001B", "\u202E", "\r").hasSizeLessThan(20_000);
        assertThat(printed)
                .contains(
                        "java.lang.IllegalStateException: outer", "IllegalArgumentException: \\n2026", "hostileTexts");
    }

    @Test
    void anExceptionThatFailsToTellItsTextIsNamed() {
        Exception failure = new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException("\n");
            }

            @Override
            public synchronized Throwable getCause() {
                throw new UnsupportedOperationException();
            }
        };

        assertThat(SafeFailure.of(new RuntimeException("a\nb", failure)).getCause())
                .hasToString(failure.getClass().getName() + ", which has no text: "
                        + UnsupportedOperationException.class.getName());
    }

    @Test
    void endlessCausesEnd() {
        Exception first = new RuntimeException("first");
        Exception second = new RuntimeException("second", first);
        first.initCause(second);
        second.addSuppressed(first);

        Throwable safe = SafeFailure.of(first);

        int causes = 0;
        for (Throwable cause = safe.getCause(); cause != null; cause = cause.getCause()) {
            causes++;
        }
        assertThat(causes).isEqualTo(SafeFailure.MAX_CAUSES);
    }

    private static String printed(Throwable failure) {
        StringWriter printed = new StringWriter();
        failure.printStackTrace(new PrintWriter(printed));
        return printed.toString();
    }
}

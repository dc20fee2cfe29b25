package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A graph of more than 2 GiB is written and read in a heap that has no room for its bytes. */
class GiantGraphTest {
    private static final Pattern BYTES = Pattern.compile("bytes=(\\d+)");
    private static final long TWO_GIB = 1L << 31;

    @Test
    @Timeout(60)
    void graphOfManyMebibytesTakesAHeapOfFew() throws Exception {
        assertThat(bytesOf(GiantGraph.send("-Xmx32m", "lines", 1_100_000, MessageForm.WIDE)))
                .isGreaterThan(64L << 20);
    }

    @ParameterizedTest
    @EnumSource(MessageForm.class)
    @Tag("slow")
    @Timeout(600)
    void linesOfTwoGibibytesTakeAHeapOf32Mebibytes(MessageForm form) throws Exception {
        assertThat(bytesOf(GiantGraph.send("-Xmx32m", "lines", 40_000_000, form)))
                .isGreaterThan(TWO_GIB);
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void arraysOfTwoGibibytesTakeTheHeapOfAFew() throws Exception {
        assertThat(bytesOf(GiantGraph.send("-Xmx512m", "arrays", 40, MessageForm.WIDE)))
                .isGreaterThan(TWO_GIB);
    }

    private static long bytesOf(String output) {
        Matcher found = BYTES.matcher(output);
        assertThat(found.find()).as(output).isTrue();
        return Long.parseLong(found.group(1));
    }
}

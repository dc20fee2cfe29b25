package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import io.tellask.web.content.ByteRanges.Part;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The header {@code Range} of a file of 100 bytes. */
class ByteRangesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0 | 0-0",
                "bytes=0-99 | 0-99",
                "bytes=0-100 | 0-99",
                "bytes=99- | 99-99",
                "bytes=10- | 10-99",
                "bytes=-1 | 99-99",
                "bytes=-200 | 0-99",
                "Bytes=1-2 | 1-2",
                "bytes=0-999999999999999999 | 0-99",
                "bytes=0-1,10-11 | 0-1 10-11",
                "bytes=10-11, 0-1 | 10-11 0-1",
                "bytes=0-5,3-8 | 0-8",
                "bytes=0-5,6-8 | 0-8",
                "bytes=0-1,5-6,2-4 | 0-6",
                "bytes=0-1,200-300 | 0-1",
                "bytes=100- | ''",
                "bytes=100-200,300- | ''",
                "bytes=-0 | ''",
                "'bytes=,0-1,,3-4,' | 0-1 3-4",
            })
    void partsAreReadAndJoined(String header, String parts) {
        ByteRanges ranges = ByteRanges.parse(header, 100);
        assertThat(ranges).isNotNull();
        assertThat(ranges.parts().stream()
                        .map(part -> part.first() + "-" + part.last())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(parts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=a-b",
                "bytes=5-3",
                "bytes=1",
                "bytes=-",
                "bytes=--1",
                "bytes=1-2-3",
                "bytes=,,",
                "bytes=0-1;2-3",
                "items=0-1",
                "bytes 0-1",
                "bytes=+1-2",
                "bytes=0x1-2",
                "bytes=1 - 2",
                "bytes=99999999999999999999-",
                "bytes=٣-٤"
            })
    void malformedHeadersAreIgnored(String header) {
        assertThat(ByteRanges.parse(header, 100)).isNull();
    }

    @Test
    void moreThanTheMostPartsAreNotServed() {
        String parts = "0-0,2-2,4-4,6-6,8-8,10-10,12-12,14-14,16-16,18-18,20-20,22-22,24-24,26-26,28-28,30-30";
        assertThat(ByteRanges.parse("bytes=" + parts, 100))
                .isNotNull()
                .satisfies(ranges -> assertThat(ranges.parts()).hasSize(ByteRanges.MOST_PARTS));
        assertThat(ByteRanges.parse("bytes=" + parts + ",32-32", 100)).isEqualTo(new ByteRanges(List.of()));
        assertThat(ByteRanges.parse("bytes=" + "0-0,".repeat(100_000), 100)).isEqualTo(new ByteRanges(List.of()));
    }

    @Test
    void emptyFilesHaveNoParts() {
        assertThat(ByteRanges.parse("bytes=0-", 0)).isEqualTo(new ByteRanges(List.of()));
        assertThat(ByteRanges.parse("bytes=-5", 0)).isEqualTo(new ByteRanges(List.of()));
    }

    @Test
    void randomPartsStayWithinTheFileAndNeverOverlap() {
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(5_000, 500_000); round++) {
            StringBuilder header = new StringBuilder("bytes=");
            for (int i = random.nextInt(8); i >= 0; i--) {
                int first = random.nextInt(120);
                header.append(first)
                        .append('-')
                        .append(first + random.nextInt(30))
                        .append(i == 0 ? "" : ",");
            }
            List<Part> parts = ByteRanges.parse(header.toString(), 100).parts();
            boolean[] seen = new boolean[100];
            for (Part part : parts) {
                for (long at = part.first(); at <= part.last(); at++) {
                    assertThat(seen[(int) at]).as(header.toString()).isFalse();
                    seen[(int) at] = true;
                }
            }
        }
    }
}

package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which coding a request gets. */
class CodingTest {
    private static final byte[] TEXT =
            "some text that repeats itself. ".repeat(100).getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none | IDENTITY",
                "gzip | GZIP",
                "x-gzip | GZIP",
                "GZIP | GZIP",
                "br | BROTLI",
                "gzip, deflate, br, zstd | BROTLI",
                "gzip;q=1.0, br;q=0.5 | GZIP",
                "br;q=0, gzip | GZIP",
                "* | BROTLI",
                "*;q=0.5, gzip | GZIP",
                "*;q=0, gzip | GZIP",
                "identity | IDENTITY",
                "identity, gzip;q=0.5 | IDENTITY",
                "gzip;q=0.001 | GZIP",
                "deflate | IDENTITY",
                "gzip;q=2 | IDENTITY",
                "gzip;q=abc | IDENTITY",
                "gzip;q= | IDENTITY",
                "'' | IDENTITY",
                ",,,;;q | IDENTITY",
                "identity;q=0 | none",
                "*;q=0 | none",
                "identity;q=0, br | BROTLI",
            })
    void theBestThatIsTakenIsSent(String header, Coding coding) {
        HttpHeaders headers = header == null ? HttpHeaders.NONE : HttpHeaders.of("accept-encoding", header);
        assertThat(ContentStore.ofText("/a.txt", TEXT).choose(headers)).isEqualTo(coding);
    }

    @Test
    void formsAreMadeOnce() throws IOException {
        Content content = ContentStore.ofText("/a.txt", TEXT);
        byte[] gzip = content.form(Coding.GZIP);
        assertThat(gzip).isNotNull().hasSizeLessThan(TEXT.length / 5).isSameAs(content.form(Coding.GZIP));
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes())
                .isEqualTo(TEXT);
        assertThat(content.form(Coding.BROTLI)).isNotNull().hasSizeLessThan(gzip.length);
        assertThat(content.quotedTag(Coding.GZIP)).isNotEqualTo(content.quotedTag(Coding.IDENTITY));
    }

    @Test
    void whatGainsNothingStaysAsItIs() {
        byte[] random = new byte[10_000];
        new java.util.Random(1).nextBytes(random);
        assertThat(ContentStore.ofText("/a.txt", random).form(Coding.GZIP)).isNull();
        assertThat(ContentStore.ofText("/a.png", TEXT).form(Coding.GZIP)).isNull();
        assertThat(ContentStore.ofText("/a.txt", Arrays.copyOf(TEXT, Content.LEAST_COMPRESSED_BYTES - 1))
                        .form(Coding.GZIP))
                .isNull();
        assertThat(ContentStore.ofText("/a.txt", Arrays.copyOf(TEXT, Content.LEAST_COMPRESSED_BYTES))
                        .form(Coding.GZIP))
                .isNotNull();
    }
}

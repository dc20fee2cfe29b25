package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions of RFC 9110, section 13, on a file with the tag {@code "t"} that was changed at Sun, 06 Nov 1994 08:49:37 GMT. */
class ConditionsTest {
    private static final long MODIFIED = 784_111_777;

    private static HttpRequest request(String headers) {
        List<String> pairs = new ArrayList<>();
        for (String header : headers.split(" & ")) {
            if (!header.isEmpty()) {
                pairs.addAll(List.of(header.split(": ", 2)));
            }
        }
        return new HttpRequest(
                "GET", "/a", null, HttpHeaders.of(pairs.toArray(new String[0])), "http", "localhost", 1, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | PROCEED",
                "if-match: \"t\" | PROCEED",
                "if-match: * | PROCEED",
                "if-match: \"x\", \"t\" | PROCEED",
                "if-match: \"x\" | FAILED",
                "if-match: W/\"t\" | FAILED",
                "if-match: t | FAILED",
                "if-match: | FAILED",
                "if-match: \"x\" & if-match: \"t\" | PROCEED",
                "if-unmodified-since: Sun, 06 Nov 1994 08:49:37 GMT | PROCEED",
                "if-unmodified-since: Sun, 06 Nov 1994 08:49:36 GMT | FAILED",
                "if-unmodified-since: yesterday | PROCEED",
                "if-match: \"t\" & if-unmodified-since: Sun, 06 Nov 1994 08:49:36 GMT | PROCEED",
                "if-none-match: \"t\" | NOT_MODIFIED",
                "if-none-match: W/\"t\" | NOT_MODIFIED",
                "if-none-match: \"a,b\", \"t\" | NOT_MODIFIED",
                "if-none-match: * | NOT_MODIFIED",
                "if-none-match: \"x\" | PROCEED",
                "if-none-match: \"t | PROCEED",
                "if-none-match: \"x\" & if-modified-since: Sun, 06 Nov 1994 08:49:37 GMT | PROCEED",
                "if-modified-since: Sun, 06 Nov 1994 08:49:37 GMT | NOT_MODIFIED",
                "if-modified-since: Sunday, 06-Nov-94 08:49:37 GMT | NOT_MODIFIED",
                "if-modified-since: Sun Nov  6 08:49:37 1994 | NOT_MODIFIED",
                "if-modified-since: Sun, 06 Nov 1994 08:49:36 GMT | PROCEED",
                "if-modified-since: Mon, 07 Nov 1994 08:49:37 GMT | NOT_MODIFIED",
                "if-modified-since: Sun, 06 Nov 1994 25:49:37 GMT | PROCEED",
                "if-match: \"x\" & if-none-match: \"t\" | FAILED",
            })
    void comeToTheirOutcome(String headers, Conditions.Outcome outcome) {
        assertThat(Conditions.check(
                        request(headers == null ? "" : headers.endsWith(":") ? headers + " " : headers),
                        "\"t\"",
                        MODIFIED))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | true",
                "if-range: \"t\" | true",
                "if-range: \"x\" | false",
                "if-range: W/\"t\" | false",
                "if-range: Sun, 06 Nov 1994 08:49:37 GMT | true",
                "if-range: Sun, 06 Nov 1994 08:49:36 GMT | false",
                "if-range: Mon, 07 Nov 1994 08:49:37 GMT | false",
                "if-range: nonsense | false",
            })
    void partsNeedTheSameFile(String headers, boolean allowed) {
        HttpRequest request = request(headers == null ? "" : headers);
        assertThat(Conditions.allowsRange(request, "\"t\"", MODIFIED, MODIFIED + 10))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"0", "784111777", "1700000000", "4102444800"})
    void datesAreReadAsTheyAreWritten(long seconds) {
        assertThat(Conditions.seconds(Conditions.date(seconds))).isEqualTo(seconds);
    }
}

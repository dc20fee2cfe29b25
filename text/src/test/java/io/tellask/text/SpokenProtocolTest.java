package io.tellask.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpokenProtocolTest {
    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1, HTTP",
        "POST / HTTP/1.1, HTTP",
        "HTTP/1.1 400 Bad Request, HTTP",
        "PRI * HTTP/2.0, HTTP/2",
        "*14~~, RESP",
        "*1~~$4~~PING, RESP",
        "-ERR unknown command, RESP"
    })
    void tellsProtocolsByTheirFirstBytes(String text, String name) {
        byte[] bytes = ("xx" + text.replace("~~", "\r\n")).getBytes(StandardCharsets.US_ASCII);
        assertThat(SpokenProtocol.of(bytes, 2, bytes.length)).hasToString(name);
        assertThat(SpokenProtocol.of(bytes, 2, 5)).as("three bytes").isNull();
    }

    @Test
    void tellsTlsByItsFirstRecord() {
        assertThat(SpokenProtocol.of(new byte[] {0x16, 3, 1, 2, 0, 1}, 0, 6)).isEqualTo(SpokenProtocol.TLS);
        assertThat(SpokenProtocol.of(new byte[] {0x15, 3, 3, 0, 2, 2}, 0, 6)).isEqualTo(SpokenProtocol.TLS);
        assertThat(SpokenProtocol.of(new byte[] {0x16, 0, 0, 1}, 0, 4)).isNull();
    }

    @Test
    void tellsOurOwnByTheWholeBeginning() {
        byte[] hello = {30, 0, 0, 1, 'T', 'L', 'S', 'K'};
        assertThat(SpokenProtocol.of(hello, 0, 8)).hasToString("Tellask");
        assertThat(SpokenProtocol.of(hello, 0, 7)).as("seven bytes").isNull();
        assertThat(SpokenProtocol.of(new byte[] {30, 0, 0, 2, 'T', 'L', 'S', 'K'}, 0, 8))
                .isNull();
        assertThat(SpokenProtocol.of(new byte[] {30, 0, 0, 1, 'T', 'L', 'S', 'A'}, 0, 8))
                .isNull();
    }

    @Test
    void takesNoHelloOfOursForAnother() {
        for (int length = 0; length < 1 << 16; length++) {
            byte[] hello = {(byte) length, (byte) (length >> 8), 0, 1};
            assertThat(SpokenProtocol.of(hello, 0, 4)).as("length %s", length).isNull();
        }
    }
}

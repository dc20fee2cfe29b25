package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.resp.RespPeer;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestParserTest {
    private static final int ARGUMENTS = 20;
    private static final int BULK_BYTES = 100_000;

    private final RequestParser parser = new RequestParser(ARGUMENTS, BULK_BYTES);

    /** What a parser finds in bytes that arrive in pieces of the given lengths; each request as its words, an error as one word. */
    private List<List<String>> parse(String text, int... pieces) {
        List<List<String>> found = new ArrayList<>();
        byte[] all = text.getBytes(ISO_8859_1);
        int from = 0;
        int to = 0;
        for (int piece = 0; to < all.length; piece++) {
            to = Math.min(all.length, to + pieces[piece % pieces.length]);
            while (from < to) {
                // a new array each time, of just the bytes that are there
                byte[] received = Arrays.copyOfRange(all, from, to);
                int length = parser.parse(received, 0, received.length);
                if (length == RequestParser.INCOMPLETE) {
                    break;
                } else if (length == RequestParser.REFUSED) {
                    found.add(List.of("!" + parser.error()));
                    return found;
                }
                found.add(words(parser.request()));
                from += length;
            }
        }
        return found;
    }

    private static List<String> words(Request request) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < request.count(); i++) {
            words.add(request.text(i));
        }
        return words;
    }

    private List<List<String>> parse(String text) {
        return parse(text, text.length());
    }

    @Test
    void findsArraysOfBulkStrings() {
        assertThat(parse("*2\r\n$3\r\nGET\r\n$1\r\nk\r\n*1\r\n$4\r\nPING\r\n"))
                .containsExactly(List.of("GET", "k"), List.of("PING"));
    }

    @Test
    void findsTheSameRequestsInPiecesOfAnySize() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            List<List<String>> expected = new ArrayList<>();
            for (int request = random.nextInt(5); request >= 0; request--) {
                List<String> words = new ArrayList<>();
                for (int word = random.nextInt(4); word >= 0; word--) {
                    words.add("x\r\n$1".repeat(random.nextInt(6)));
                }
                expected.add(words);
                text.append(RespPeer.encoded(words.toArray(String[]::new)));
            }
            int[] pieces = random.ints(7, 1, 30).toArray();
            assertThat(parse(text.toString(), pieces)).as("seed=%d", seed).isEqualTo(expected);
        }
    }

    @Test
    void skipsEmptyRequests() {
        assertThat(parse("*0\r\n*-5\r\n\r\n  \r\nPING\n"))
                .containsExactly(List.of(), List.of(), List.of(), List.of(), List.of("PING"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*x\\r\\n | invalid multibulk length",
                "*21\\r\\n | invalid multibulk length",
                "*02\\r\\n | invalid multibulk length",
                "*99999999999999999999999\\r\\n | invalid multibulk length",
                "*9223372036854775807\\r\\n | invalid multibulk length",
                "*1\\r\\n:3\\r\\n | expected '$', got ':'",
                "*1\\r\\n$-1\\r\\n | invalid bulk length",
                "*1\\r\\n$-0\\r\\n | invalid bulk length",
                "*1\\r\\n$100001\\r\\n | invalid bulk length",
                "*1\\r\\n$\\r\\n | invalid bulk length",
                "*1\\r\\n$5x\\r\\n | invalid bulk length",
                "GET 'x\\n | unbalanced quotes in request",
                "GET \"x\"y\\n | unbalanced quotes in request",
            })
    void refusesWhatRedisRefuses(String text, String reason) {
        assertThat(parse(text.strip().replace("\\r", "\r").replace("\\n", "\n")))
                .containsExactly(List.of("!" + reason));
    }

    @Test
    void takesAsManyArgumentsAndBytesAsAllowed() {
        assertThat(parse("*20\r\n" + "$1\r\nx\r\n".repeat(20)).getFirst()).hasSize(20);
        assertThat(parse("*1\r\n$100000\r\n" + "x".repeat(100_000) + "\r\n", 1000)
                        .getFirst()
                        .getFirst())
                .hasSize(100_000);
    }

    @Test
    void refusesLinesThatDoNotEnd() {
        String line = "x".repeat(RequestParser.LINE_BYTES);
        assertThat(parse(line)).isEmpty();
        assertThat(parse("x")).isEmpty();
        assertThat(parse(line + "x")).containsExactly(List.of("!too big inline request"));
    }

    @Test
    void refusesLengthsThatDoNotEnd() {
        assertThat(parse("*" + "1".repeat(RequestParser.LINE_BYTES + 1)))
                .containsExactly(List.of("!too big mbulk count string"));
        assertThat(new RequestParserTest().parse("*1\r\n$" + "1".repeat(RequestParser.LINE_BYTES + 1)))
                .containsExactly(List.of("!too big bulk count string"));
    }

    @Test
    void takesOnlyShortRequestsFromStrangers() {
        parser.trust(false);
        assertThat(parse("*10\r\n" + "$1\r\nx\r\n".repeat(10)).getFirst()).hasSize(10);
        assertThat(parse("*11\r\n")).containsExactly(List.of("!unauthenticated multibulk length"));
        RequestParserTest other = new RequestParserTest();
        other.parser.trust(false);
        assertThat(other.parse("*1\r\n$16385\r\n")).containsExactly(List.of("!unauthenticated bulk length"));
    }

    @Test
    void splitsLinesAsShellsDo() {
        assertThat(parse("a 'b c' \"d\\x41\\n\\\"\\q\" 'it\\'s' x\"y z\" '' \"\"\r\n"))
                .containsExactly(List.of("a", "b c", "dA\n\"q", "it's", "xy z", "", ""));
    }

    @Test
    void looksAtEachByteOfALineOnceHoweverSmallItsPiecesAre() {
        for (String beginning : new String[] {"SET key ", "*1", "*2\r\n$1", "*2\r\nx"}) {
            RequestParser fresh = new RequestParser(10, 1_000);
            byte[] array = new byte[10_000];
            Arrays.fill(array, (byte) '1');
            byte[] begun = beginning.getBytes(ISO_8859_1);
            System.arraycopy(begun, 0, array, 0, begun.length);
            for (int to = begun.length; to < array.length; to += 7) {
                assertThat(fresh.parse(array, 0, to)).as(beginning).isEqualTo(RequestParser.INCOMPLETE);
                if (to > 30) { // the first digits of a length are looked at each time
                    Arrays.fill(array, 30, to, (byte) (beginning.startsWith("*") ? '\r' : '\n'));
                }
            }
        }
    }
}

package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** The protocol and the commands, seen from a connection. */
class RespServerTest extends OnRespServer {
    @Test
    void storesAndReadsValues() throws IOException {
        assertThat(peer.call("GET", "k")).isEqualTo("nil");
        assertThat(peer.call("SET", "k", "v")).isEqualTo("OK");
        assertThat(peer.call("get", "k")).isEqualTo("\"v\"");
        assertThat(peer.call("MSET", "a", "1", "b", "2")).isEqualTo("OK");
        assertThat(peer.call("MGET", "a", "none", "b")).isEqualTo("[\"1\" nil \"2\"]");
        assertThat(peer.call("EXISTS", "a", "a", "none")).isEqualTo("2");
        assertThat(peer.call("DEL", "a", "none", "b", "b")).isEqualTo("2");
        assertThat(peer.call("DBSIZE")).isEqualTo("1");
    }

    @Test
    void keepsAnyBytes() throws IOException {
        StringBuilder all = new StringBuilder();
        for (char character = 0; character < 256; character++) {
            all.append(character);
        }
        peer.call("SET", all.toString(), all.toString());
        assertThat(peer.call("GET", all.toString())).isEqualTo("\"" + all + "\"");
        assertThat(peer.call("KEYS", "*")).isEqualTo("[\"" + all + "\"]");
        peer.call("SET", "", "");
        assertThat(peer.call("GET", "")).isEqualTo("\"\"");
    }

    @Test
    void answersAPipelineInOrder() throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            requests.append(RespPeer.encoded("SET", "k" + i % 100, "v" + i))
                    .append(RespPeer.encoded("GET", "k" + i % 100));
        }
        Thread writer = Thread.startVirtualThread(() -> {
            try {
                peer.sendRaw(requests.toString());
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        });
        for (int i = 0; i < 10_000; i++) {
            assertThat(peer.reply()).isEqualTo("OK");
            assertThat(peer.reply()).isEqualTo("\"v" + i + "\"");
        }
        assertThat(writer.isAlive()).isFalse();
    }

    @Test
    void answersManyReadsInARow() throws IOException {
        for (int i = 0; i < 50; i++) {
            peer.call("SET", "k" + i, i % 10 == 0 ? "x".repeat(100_000) : "v" + i);
        }
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            requests.append(RespPeer.encoded("GET", "k" + i));
        }
        peer.sendRaw(requests + RespPeer.encoded("SET", "k1", "changed") + RespPeer.encoded("GET", "k1") + "*x\r\n");
        for (int i = 0; i < 100; i++) {
            String value = i >= 50 ? "nil" : i % 10 == 0 ? "\"" + "x".repeat(100_000) + "\"" : "\"v" + i + "\"";
            assertThat(peer.reply()).isEqualTo(value);
        }
        assertThat(peer.reply()).isEqualTo("OK");
        assertThat(peer.reply()).isEqualTo("\"changed\"");
        assertThat(peer.reply()).isEqualTo("-ERR Protocol error: invalid multibulk length");
        assertThat(server.peer().call("INFO", "stats")).contains("keyspace_hits:51", "keyspace_misses:50");
    }

    @Test
    void takesInlineCommands() throws IOException {
        peer.sendRaw("SET k \"a\\x41\\n\"\r\n\r\n   \nget k\nPING\r\n");
        assertThat(peer.reply()).isEqualTo("OK");
        assertThat(peer.reply()).isEqualTo("\"aA\n\"");
        assertThat(peer.reply()).isEqualTo("PONG");
        peer.sendRaw("SET k 'x\n");
        assertThat(peer.reply()).isEqualTo("-ERR Protocol error: unbalanced quotes in request");
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    void namesWhatItDoesNotKnow() throws IOException {
        assertThat(peer.call("FOO", "a b", "c"))
                .isEqualTo("-ERR unknown command 'FOO', with args beginning with: 'a b' 'c' ");
        assertThat(peer.call("LPUSH", "l", "1"))
                .isEqualTo("-ERR unknown command 'LPUSH', with args beginning with: 'l' '1' ");
        assertThat(peer.call("GET")).isEqualTo("-ERR wrong number of arguments for 'get' command");
        assertThat(peer.call("CLIENT", "FOO")).isEqualTo("-ERR unknown subcommand 'FOO'. Try CLIENT HELP.");
        assertThat(peer.call("PING")).isEqualTo("PONG");
    }

    @Test
    void dropsHttpRequests() throws IOException {
        peer.sendRaw("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nSET k v\r\n");
        assertThat(peer.isClosed()).isTrue();
        RespPeer other = server.peer();
        other.sendRaw("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nSET k v\r\n");
        assertThat(other.rest())
                .as("the first line is a command")
                .isIn("", "-ERR wrong number of arguments for 'get' command\r\n");
        assertThat(server.peer().call("GET", "k")).isEqualTo("nil");
    }

    @Test
    void setsUnderConditionsAndWithExpiry() throws IOException {
        assertThat(peer.call("SET", "k", "1", "XX")).isEqualTo("nil");
        assertThat(peer.call("SET", "k", "1", "NX", "EX", "100")).isEqualTo("OK");
        assertThat(peer.call("SET", "k", "2", "NX")).isEqualTo("nil");
        assertThat(peer.call("SET", "k", "2", "KEEPTTL", "GET")).isEqualTo("\"1\"");
        assertThat(peer.call("TTL", "k")).isEqualTo("100");
        assertThat(peer.call("SET", "k", "3")).isEqualTo("OK");
        assertThat(peer.call("TTL", "k")).isEqualTo("-1");
        assertThat(peer.call("SET", "k", "3", "EX", "0")).isEqualTo("-ERR invalid expire time in 'set' command");
        assertThat(peer.call("SET", "k", "3", "EX", "5", "PX", "5")).isEqualTo("-ERR syntax error");
        assertThat(peer.call("SET", "k", "3", "PXAT", "1")).isEqualTo("OK");
        assertThat(peer.call("EXISTS", "k")).isEqualTo("0");
        assertThat(peer.call("TTL", "k")).isEqualTo("-2");
    }

    @Test
    void countsInDecimalDigits() throws IOException {
        assertThat(peer.call("INCR", "n")).isEqualTo("1");
        assertThat(peer.call("DECRBY", "n", "11")).isEqualTo("-10");
        assertThat(peer.call("SET", "n", "9223372036854775807")).isEqualTo("OK");
        assertThat(peer.call("INCR", "n")).isEqualTo("-ERR increment or decrement would overflow");
        assertThat(peer.call("DECRBY", "n", "-9223372036854775808")).isEqualTo("-ERR decrement would overflow");
        assertThat(peer.call("GET", "n")).isEqualTo("\"9223372036854775807\"");
        peer.call("SET", "n", "01");
        assertThat(peer.call("INCR", "n")).isEqualTo("-ERR value is not an integer or out of range");
    }

    @Test
    void separatesDatabases() throws IOException {
        peer.call("SET", "k", "0");
        assertThat(peer.call("SELECT", "1")).isEqualTo("OK");
        assertThat(peer.call("GET", "k")).isEqualTo("nil");
        peer.call("SET", "k", "1");
        assertThat(peer.call("SELECT", "16")).isEqualTo("-ERR DB index is out of range");
        assertThat(peer.call("FLUSHDB")).isEqualTo("OK");
        assertThat(peer.call("DBSIZE")).isEqualTo("0");
        assertThat(peer.call("SET", "k", "2")).isEqualTo("OK");
        assertThat(server.peer().call("GET", "k")).isEqualTo("\"0\"");
        assertThat(peer.call("FLUSHALL", "ASYNC")).isEqualTo("OK");
        assertThat(server.peer().call("GET", "k")).isEqualTo("nil");
    }

    @Test
    void speaksTheThirdVersionWhenAskedTo() throws IOException {
        assertThat(peer.call("HELLO", "4")).isEqualTo("-NOPROTO unsupported protocol version");
        assertThat(peer.call("HELLO", "3", "SETNAME", "me")).startsWith("%[\"server\" \"redis\" \"version\"");
        assertThat(peer.call("CLIENT", "GETNAME")).isEqualTo("\"me\"");
        peer.sendRaw(RespPeer.encoded("GET", "none"));
        assertThat(peer.reply()).isEqualTo("nil");
        assertThat(peer.call("CONFIG", "GET", "maxclients")).isEqualTo("%[\"maxclients\" \"10000\"]");
        assertThat(peer.call("CLIENT", "INFO")).startsWith("=\"txt:id=");
        assertThat(peer.call("RESET")).isEqualTo("RESET");
        assertThat(peer.call("CONFIG", "GET", "maxclients")).isEqualTo("[\"maxclients\" \"10000\"]");
    }

    @Test
    void closesAfterTheAnswerToQuit() throws IOException {
        peer.sendRaw("QUIT\r\nSET k v\r\n");
        assertThat(peer.reply()).isEqualTo("OK");
        assertThat(peer.isClosed()).isTrue();
        assertThat(server.peer().call("EXISTS", "k")).isEqualTo("0");
    }

    @Test
    void keepsEverythingOverARestart() throws IOException {
        peer.call("SET", "k", "v");
        peer.call("SET", "short", "v", "PX", "1");
        peer.call("SET", "long", "v", "EX", "1000");
        peer.call("SELECT", "3");
        peer.call("SET", "k", "3");
        server.close();
        server = RespFixture.in(directory, Durability.FORCED, options -> options);
        peer = server.peer();
        assertThat(peer.call("MGET", "k", "long")).isEqualTo("[\"v\" \"v\"]");
        assertThat(Long.parseLong(peer.call("TTL", "long"))).isBetween(900L, 1_000L);
        assertThat(peer.call("EXISTS", "short")).isEqualTo("0");
        peer.call("SELECT", "3");
        assertThat(peer.call("GET", "k")).isEqualTo("\"3\"");
    }

    @Test
    void answersWritesWhenTheyAreForced() throws IOException {
        server.close();
        server = RespFixture.in(directory, Durability.FORCED, options -> options);
        peer = server.peer();
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            requests.append(RespPeer.encoded("SET", "k" + i, "v" + i)).append(RespPeer.encoded("GET", "k" + i));
        }
        peer.sendRaw(requests.toString());
        for (int i = 0; i < 1000; i++) {
            assertThat(peer.reply()).isEqualTo("OK");
            assertThat(peer.reply()).isEqualTo("\"v" + i + "\"");
        }
        RespPeer other = server.peer();
        assertThat(other.call("GET", "k999")).isEqualTo("\"v999\"");
        assertThat(other.call("INFO", "persistence")).contains("durability:forced");
    }
}

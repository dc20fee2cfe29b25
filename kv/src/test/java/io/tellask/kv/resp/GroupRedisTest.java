package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of Redis Cluster at three members of a group. */
class GroupRedisTest {
    @TempDir
    private Path folder;

    /** A connection that sends lines of words and reads replies as lines. */
    private static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Peer(URI address) throws IOException {
            socket = new Socket(address.getHost(), address.getPort());
            socket.setSoTimeout(20_000);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
        }

        /** Sends lines in one piece. */
        void send(String... lines) throws IOException {
            socket.getOutputStream().write((String.join("\r\n", lines) + "\r\n").getBytes(ISO_8859_1));
        }

        /** The next reply: the elements of arrays in brackets. */
        String reply() throws IOException {
            String line = in.readLine();
            char type = line.charAt(0);
            if (type == '$' && !line.equals("$-1")) {
                char[] text = new char[Integer.parseInt(line.substring(1)) + 2];
                for (int at = 0; at < text.length; ) {
                    at += in.read(text, at, text.length - at);
                }
                return new String(text, 0, text.length - 2);
            }
            if (type != '*') {
                return line;
            }
            List<String> elements = new ArrayList<>();
            for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
                elements.add(reply());
            }
            return elements.toString();
        }

        String call(String line) throws IOException {
            send(line);
            return reply();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void anyMemberTellsWhereTheKeysAreAndTheLeaderServesThem() throws Exception {
        try (RedisGroup group = RedisGroup.open(folder)) {
            String leads = group.leader();
            String follows = RedisGroup.other(leads);
            try (Peer leader = new Peer(group.redis(leads));
                    Peer follower = new Peer(group.redis(follows))) {
                theLeaderServes(leader);
                aTransactionIsOneEntry(leader);
                aFollowerRedirects(follower, group.redis(leads));
            }
        }
    }

    private static void theLeaderServes(Peer leader) throws IOException {
        assertThat(leader.call("SET k 1")).isEqualTo("+OK");
        assertThat(leader.call("GET k")).isEqualTo("1");
        assertThat(leader.call("SET k 2 NX")).isEqualTo("$-1");
        assertThat(leader.call("SET absent 2 XX")).isEqualTo("$-1");
        assertThat(leader.call("SET k 5 XX GET")).isEqualTo("1");
        assertThat(leader.call("INCR k")).isEqualTo(":6");
        assertThat(leader.call("INCRBY k 9223372036854775807")).contains("would overflow");
        assertThat(leader.call("EXPIRE k 100")).isEqualTo(":1");
        assertThat(leader.call("TTL k")).isEqualTo(":100");
        assertThat(leader.call("PERSIST k")).isEqualTo(":1");
        assertThat(leader.call("SET gone 1 PX 1")).isEqualTo("+OK");
        Await.until("it to expire", () -> leader.call("GET gone").equals("$-1"));
        assertThat(leader.call("TTL gone")).isEqualTo(":-2");
        assertThat(leader.call("MSET {t}1 a {t}2 b")).isEqualTo("+OK");
        assertThat(leader.call("MGET {t}1 none {t}2")).isEqualTo("[a, $-1, b]");
        assertThat(leader.call("EXISTS {t}1 {t}2 none")).isEqualTo(":2");
        assertThat(leader.call("DEL {t}1 {t}2 none")).isEqualTo(":2");
        assertThat(leader.call("EXPIREAT k -1")).isEqualTo(":1");
        assertThat(leader.call("EXISTS k")).isEqualTo(":0");
        leader.send("SET p 1", "INCR p", "GET p", "PING");
        assertThat(List.of(leader.reply(), leader.reply(), leader.reply(), leader.reply()))
                .containsExactly("+OK", ":2", "2", "+PONG");
        assertThat(leader.call("INFO cluster")).contains("cluster_enabled:1");
        assertThat(leader.call("KEYS *")).contains("'keys' is not offered over a group");
        assertThat(leader.call("SET " + "k".repeat(40_000) + " 1"))
                .startsWith("-ERR")
                .contains("too long");
        assertThat(leader.call("SELECT 0")).isEqualTo("+OK");
        assertThat(leader.call("SELECT 1")).contains("not allowed in cluster mode");
    }

    private static void aTransactionIsOneEntry(Peer leader) throws IOException {
        leader.send("MULTI", "SET tx x", "INCR tx", "GET tx", "EXEC");
        assertThat(List.of(leader.reply(), leader.reply(), leader.reply(), leader.reply(), leader.reply()))
                .containsExactly(
                        "+OK",
                        "+QUEUED",
                        "+QUEUED",
                        "+QUEUED",
                        "[+OK, -ERR value is not an integer or out of range, x]");
        assertThat(leader.call("MULTI")).isEqualTo("+OK");
        assertThat(leader.call("GET")).contains("wrong number");
        assertThat(leader.call("EXEC")).startsWith("-EXECABORT");
        assertThat(leader.call("WATCH tx")).contains("'watch' is not offered");
    }

    private static void aFollowerRedirects(Peer follower, URI leader) throws IOException {
        String there = leader.getHost() + ":" + leader.getPort();
        assertThat(follower.call("CLUSTER KEYSLOT 123456789")).isEqualTo(":12739");
        assertThat(follower.call("CLUSTER KEYSLOT {foo}x")).isEqualTo(follower.call("CLUSTER KEYSLOT foo"));
        assertThat(follower.call("GET 123456789")).isEqualTo("-MOVED 12739 " + there);
        assertThat(follower.call("SET 123456789 1")).isEqualTo("-MOVED 12739 " + there);
        assertThat(follower.call("READONLY")).isEqualTo("+OK");
        Await.until("the copy", () -> follower.call("GET tx").equals("x"));
        assertThat(follower.call("SET tx y")).startsWith("-MOVED");
        assertThat(follower.call("READWRITE")).isEqualTo("+OK");
        assertThat(follower.call("GET tx")).startsWith("-MOVED");
        assertThat(follower.call("CLUSTER SLOTS")).startsWith("[[:0, :16383, [127.0.0.1, :" + leader.getPort() + ", ");
        assertThat(follower.call("CLUSTER SHARDS")).contains("master", "replica");
        assertThat(follower.call("CLUSTER NODES"))
                .contains(there + "@0 master - ", " connected 0-16383\n", "myself,slave");
        assertThat(follower.call("CLUSTER INFO")).contains("cluster_state:ok", "cluster_known_nodes:3");
        assertThat(follower.call("CLUSTER MYID")).hasSize(40);
        assertThat(follower.call("CLUSTER FAILOVER")).contains("unknown subcommand");
    }
}

package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.CommandRun;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of Redis Cluster at three members of a group. */
@Order(5)
class ClusterRedisTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @TempDir
    private Path folder;

    private final Map<String, InetSocketAddress> peers = new TreeMap<>();
    private final Map<String, URI> services = new TreeMap<>();
    private final Map<String, URI> redis = new TreeMap<>();

    /** A member in this process. */
    private record Member(ActorSystem system, KeyValueGroup group, RespServer redis, Server server)
            implements AutoCloseable {
        @Override
        public void close() {
            redis.close();
            server.close();
            group.close();
            system.close();
        }
    }

    private void takePorts() throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (String name : NAMES) {
                peers.put(name, new InetSocketAddress("127.0.0.1", port(taken)));
                services.put(name, URI.create("tellask://127.0.0.1:" + port(taken)));
                redis.put(name, URI.create("redis://127.0.0.1:" + port(taken)));
            }
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private static int port(List<ServerSocket> taken) throws IOException {
        taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        return taken.getLast().getLocalPort();
    }

    private Member open(String name) {
        ActorSystem system = ActorSystem.create();
        LogOptions log = LogOptions.of("kv", name, peers, folder.resolve(name).resolve("log"))
                .withSilence(Duration.ofMillis(800));
        Path state = folder.resolve(name).resolve("state");
        KeyValueGroup group =
                KeyValueGroup.open(system, new JGroupsEngine(), log, state, services, KeyValueOptions.defaults());
        RespServer resp =
                RespServer.start(group, RespOptions.listening(redis.get(name).toString()), redis);
        Server server = group.publishIn(Server.builder(system))
                .listen(services.get(name))
                .start();
        return new Member(system, group, resp, server);
    }

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
        takePorts();
        List<CompletableFuture<Member>> opening = NAMES.stream()
                .map(name -> CompletableFuture.supplyAsync(
                        () -> open(name), task -> Thread.ofVirtual().start(task)))
                .toList();
        List<Member> members = opening.stream().map(CompletableFuture::join).toList();
        try {
            AtomicReference<String> leads = new AtomicReference<>();
            Await.until("all to know the leader", () -> {
                leads.set(members.getFirst().group().replica().view().leader());
                return leads.get() != null
                        && members.stream()
                                .allMatch(member -> leads.get()
                                        .equals(member.group().replica().view().leader()));
            });
            String follows = NAMES.get((NAMES.indexOf(leads.get()) + 1) % 3);
            try (Peer leader = new Peer(redis.get(leads.get()));
                    Peer follower = new Peer(redis.get(follows))) {
                theLeaderServes(leader);
                aTransactionIsOneEntry(leader);
                aFollowerRedirects(follower, redis.get(leads.get()));
            }
        } finally {
            members.parallelStream().forEach(Member::close);
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

    @Test
    void eachMemberHasAnAddressForClientsOfRedisOrNone() {
        CommandRun run = CommandRun.of(
                "serve",
                "--dir",
                folder.toString(),
                "--member",
                "a",
                "--cluster",
                "a=127.0.0.1:1=tellask://127.0.0.1:2=redis://127.0.0.1:3,b=127.0.0.1:4=tellask://127.0.0.1:5");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(String.join("\n", run.err())).contains("only members=[a]");
    }
}

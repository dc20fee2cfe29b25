package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.ClusterPipeline;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Jedis and Lettuce as clients of Redis Cluster at three members of a group. */
class ClusterClientsTest {
    @TempDir
    private Path folder;

    private static HostAndPort hostAndPort(URI address) {
        return new HostAndPort(address.getHost(), address.getPort());
    }

    private static JedisCluster jedis(RedisGroup group, String first, RedisProtocol protocol) {
        return new JedisCluster(
                Set.of(hostAndPort(group.redis(first))),
                DefaultJedisClientConfig.builder()
                        .clientName("jedis")
                        .protocol(protocol)
                        .timeoutMillis(60_000)
                        .build(),
                5);
    }

    private static RedisClusterClient lettuce(RedisGroup group, String first) {
        URI address = group.redis(first);
        return RedisClusterClient.create(RedisURI.create(address.getHost(), address.getPort()));
    }

    @Test
    void clientsOfAClusterWork() throws Exception {
        try (RedisGroup group = RedisGroup.open(folder)) {
            String leads = group.leader();
            for (RedisProtocol protocol : RedisProtocol.values()) {
                try (JedisCluster jedis = jedis(group, RedisGroup.other(leads), protocol)) {
                    useJedis(jedis, protocol.name());
                    assertThat(jedis.getClusterNodes()).hasSize(3);
                }
            }
            try (RedisClusterClient client = lettuce(group, RedisGroup.other(leads));
                    StatefulRedisClusterConnection<String, String> connection = client.connect()) {
                useLettuce(connection.sync());
                pipelineWithLettuce(connection.async());
                assertThat(roles(client))
                        .containsEntry(group.redis(leads).getPort(), true)
                        .hasSize(3)
                        .containsValue(false);
                connection.sync().set("copied", "1");
                connection.setReadFrom(ReadFrom.REPLICA);
                Await.until("the copy", () -> "1".equals(connection.sync().get("copied")));
            }
        }
    }

    /** Which ports lead. */
    private static Map<Integer, Boolean> roles(RedisClusterClient client) {
        return client.getPartitions().stream()
                .collect(Collectors.toMap(
                        node -> node.getUri().getPort(), node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM)));
    }

    private static void useJedis(JedisCluster jedis, String tag) {
        String key = "{" + tag + "}k";
        String number = "{" + tag + "}n";
        assertThat(jedis.set(key, "v", SetParams.setParams().nx().ex(100))).isEqualTo("OK");
        assertThat(jedis.get(key)).isEqualTo("v");
        assertThat(jedis.ttl(key)).isBetween(1L, 100L);
        assertThat(jedis.expire(key, 200)).isEqualTo(1);
        assertThat(jedis.incrBy(number, 5)).isEqualTo(5);
        assertThatThrownBy(() -> jedis.incr(key)).isInstanceOf(JedisDataException.class);
        assertThat(jedis.mget(key, number, "{" + tag + "}none")).containsExactly("v", "5", null);
        assertThat(jedis.type(key)).isEqualTo("string");
        List<Response<String>> replies = new ArrayList<>();
        try (ClusterPipeline pipeline = jedis.pipelined()) {
            for (int i = 0; i < 100; i++) {
                pipeline.set(tag + i, "value" + i);
                replies.add(pipeline.get(tag + i));
            }
            pipeline.sync();
        }
        assertThat(replies.get(99).get()).isEqualTo("value99");
        try (Connection connection = jedis.getConnectionFromSlot(JedisClusterCRC16.getSlot(key));
                Transaction transaction = new Transaction(connection)) {
            Response<Long> sum = transaction.incrBy(number, 10);
            transaction.del(key);
            assertThat(transaction.exec()).containsExactly(15L, 1L);
            assertThat(sum.get()).isEqualTo(15);
        }
    }

    private static void useLettuce(RedisAdvancedClusterCommands<String, String> redis) {
        assertThat(redis.set("k", "v")).isEqualTo("OK");
        assertThat(redis.expire("k", 100)).isTrue();
        assertThat(redis.pttl("k")).isBetween(1L, 100_000L);
        assertThat(redis.setGet("k", "w")).isEqualTo("v");
        assertThat(redis.incr("n")).isEqualTo(1);
        assertThat(redis.mset(Map.of("m1", "a", "m2", "b"))).isEqualTo("OK");
        assertThat(redis.mget("m1", "m2", "none").stream()
                        .map(each -> each.getValueOrElse("-"))
                        .toList())
                .containsExactly("a", "b", "-");
        assertThat(redis.del("m1", "m2", "none")).isEqualTo(2);
        assertThat(redis.clusterInfo()).contains("cluster_state:ok");
    }

    private static void pipelineWithLettuce(RedisAdvancedClusterAsyncCommands<String, String> redis) throws Exception {
        List<RedisFuture<String>> values = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            redis.set("key" + i, "value" + i);
            values.add(redis.get("key" + i));
        }
        for (int i = 0; i < values.size(); i++) {
            assertThat(values.get(i).get(20, TimeUnit.SECONDS)).isEqualTo("value" + i);
        }
    }

    private static String output(RedisGroup group, String first, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(1, List.of("-p", Integer.toString(group.redis(first).getPort())));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    @Tag("tools")
    void toolsOfRedisFollowToTheLeader() throws Exception {
        try (RedisGroup group = RedisGroup.open(folder)) {
            String leads = group.leader();
            String follows = RedisGroup.other(leads);
            assertThat(output(group, follows, "redis-cli", "-c", "SET", "k", "v"))
                    .isEqualTo("OK\n");
            assertThat(output(group, follows, "redis-cli", "-c", "-3", "GET", "k"))
                    .isEqualTo("v\n");
            assertThat(output(group, follows, "redis-cli", "-c", "-r", "3", "INCR", "n"))
                    .isEqualTo("1\n2\n3\n");
            assertThat(output(
                            group,
                            leads,
                            "redis-benchmark",
                            "-n",
                            "2000",
                            "-P",
                            "16",
                            "-r",
                            "1000",
                            "-t",
                            "set,get,incr"))
                    .contains("SET", "GET", "INCR")
                    .doesNotContain("rror");
        }
    }

    @Test
    @Tag("slow")
    void clientsFindTheNextLeader() throws Exception {
        try (RedisGroup group = RedisGroup.start(folder);
                JedisCluster jedis = jedis(group, "a", RedisProtocol.RESP3);
                RedisClusterClient client = lettuce(group, "b");
                StatefulRedisClusterConnection<String, String> connection = client.connect()) {
            Await.until("the group", () -> succeeds(() -> jedis.set("before", "1")));
            connection.sync().set("also", "2");
            int led = roles(client).entrySet().stream()
                    .filter(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow()
                    .getKey();
            String leads = RedisGroup.NAMES.stream()
                    .filter(name -> group.redis(name).getPort() == led)
                    .findFirst()
                    .orElseThrow();
            group.kill(leads);
            Await.until("the next leader, for Jedis", () -> succeeds(() -> jedis.set("after", "3")));
            assertThat(jedis.get("before")).isEqualTo("1");
            assertThat(jedis.get("also")).isEqualTo("2");
            client.refreshPartitions();
            Await.until(
                    "the next leader, for Lettuce",
                    () -> succeeds(() -> {
                        client.refreshPartitions();
                        return connection.sync().set("after", "4");
                    }));
            assertThat(connection.sync().get("before")).isEqualTo("1");
            assertThat(jedis.get("after")).isEqualTo("4");
            assertThat(roles(client).get(led)).isNotEqualTo(true);
        }
    }

    private interface Call {
        Object run();
    }

    /** Whether a call has an answer; before there is a leader it has none. */
    private static boolean succeeds(Call call) {
        try {
            return call.run() != null;
        } catch (JedisException | io.lettuce.core.RedisException notYet) {
            return false;
        }
    }
}

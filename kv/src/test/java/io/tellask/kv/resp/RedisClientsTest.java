package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.tellask.kv.RespOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;

/** Jedis and Lettuce, as people use them. */
class RedisClientsTest extends OnRespServer {
    private static final String PASSWORD = "secret";

    @Override
    RespOptions options(RespOptions standard) {
        return standard.withPassword(PASSWORD);
    }

    private Jedis jedis(RedisProtocol protocol) {
        return new Jedis(
                new HostAndPort("127.0.0.1", server.server().address().getPort()),
                DefaultJedisClientConfig.builder()
                        .password(PASSWORD)
                        .clientName("jedis")
                        .protocol(protocol)
                        .database(1)
                        .build());
    }

    @Test
    void jedisWorks() {
        for (RedisProtocol protocol : RedisProtocol.values()) {
            try (Jedis jedis = jedis(protocol)) {
                useJedis(jedis);
            }
        }
    }

    private static void useJedis(Jedis jedis) {
        jedis.flushAll();
        assertThat(jedis.set("k", "v", SetParams.setParams().nx().ex(100))).isEqualTo("OK");
        assertThat(jedis.get("k")).isEqualTo("v");
        assertThat(jedis.ttl("k")).isEqualTo(100);
        assertThat(jedis.incrBy("n", 5)).isEqualTo(5);
        assertThatThrownBy(() -> jedis.incr("k")).isInstanceOf(JedisDataException.class);
        assertThat(jedis.mget("k", "none")).containsExactly("v", null);
        assertThat(jedis.type("k")).isEqualTo("string");
        assertThat(jedis.clientGetname()).isEqualTo("jedis");
        assertThat(jedis.configGet("databases")).containsEntry("databases", "16");
        assertThat(jedis.info("server")).contains("redis_version");
        try (Pipeline pipeline = jedis.pipelined()) {
            List<Response<String>> replies = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                pipeline.set("key" + i, "value" + i);
                replies.add(pipeline.get("key" + i));
            }
            pipeline.sync();
            assertThat(replies.get(999).get()).isEqualTo("value999");
        }
        assertThat(allKeys(jedis)).hasSize(1000).contains("key0", "key999");
        jedis.watch("n");
        try (Transaction transaction = jedis.multi()) {
            Response<Long> sum = transaction.incrBy("n", 10);
            transaction.del("k");
            assertThat(transaction.exec()).containsExactly(15L, 1L);
            assertThat(sum.get()).isEqualTo(15);
        }
    }

    private static Set<String> allKeys(Jedis jedis) {
        Set<String> keys = new HashSet<>();
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> step =
                    jedis.scan(cursor, new ScanParams().match("key*").count(100));
            keys.addAll(step.getResult());
            cursor = step.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return keys;
    }

    @Test
    void jedisListens() throws InterruptedException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        CountDownLatch listening = new CountDownLatch(1);
        JedisPubSub listener = new JedisPubSub() {
            @Override
            public void onSubscribe(String channel, int subscriptions) {
                listening.countDown();
            }

            @Override
            public void onMessage(String channel, String message) {
                heard.add(channel + ":" + message);
                unsubscribe();
            }
        };
        Thread thread = Thread.ofVirtual().start(() -> {
            try (Jedis jedis = jedis(RedisProtocol.RESP3)) {
                jedis.subscribe(listener, "news");
            }
        });
        assertThat(listening.await(30, TimeUnit.SECONDS)).isTrue();
        try (Jedis speaker = jedis(RedisProtocol.RESP2)) {
            assertThat(speaker.publish("news", "hello")).isEqualTo(1);
        }
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("news:hello");
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void lettuceWorks() throws Exception {
        String address = "redis://" + PASSWORD + "@127.0.0.1:"
                + server.server().address().getPort() + "/2";
        try (RedisClient client = RedisClient.create(address);
                StatefulRedisConnection<String, String> connection = client.connect();
                StatefulRedisPubSubConnection<String, String> channel = client.connectPubSub()) {
            useLettuce(connection.sync());
            pipelineWithLettuce(connection.async());
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            channel.addListener(new RedisPubSubAdapter<>() {
                @Override
                public void message(String pattern, String name, String message) {
                    heard.add(pattern + ":" + name + ":" + message);
                }
            });
            channel.sync().psubscribe("n*");
            assertThat(connection.sync().publish("news", "hello")).isEqualTo(1);
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("n*:news:hello");
        }
    }

    private static void useLettuce(RedisCommands<String, String> redis) {
        assertThat(redis.set("k", "v", SetArgs.Builder.px(100_000))).isEqualTo("OK");
        assertThat(redis.get("k")).isEqualTo("v");
        assertThat(redis.pttl("k")).isBetween(1L, 100_000L);
        assertThat(redis.setGet("k", "w")).isEqualTo("v");
        assertThat(redis.getdel("k")).isEqualTo("w");
        assertThat(redis.append("text", "abc")).isEqualTo(3);
        assertThat(redis.multi()).isEqualTo("OK");
        redis.incr("n");
        redis.incr("n");
        assertThat(redis.exec().stream().toList()).containsExactly(1L, 2L);
        assertThat(redis.commandCount()).isGreaterThan(60);
        assertThat(redis.scan(ScanCursor.INITIAL, ScanArgs.Builder.limit(100)).getKeys())
                .containsExactlyInAnyOrder("n", "text");
        assertThat(ScanIterator.scan(redis).stream()).hasSize(2);
    }

    private static void pipelineWithLettuce(RedisAsyncCommands<String, String> redis) throws Exception {
        List<RedisFuture<String>> values = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            redis.set("key" + i, "value" + i);
            values.add(redis.get("key" + i));
        }
        for (int i = 0; i < values.size(); i++) {
            assertThat(values.get(i).get(30, TimeUnit.SECONDS)).isEqualTo("value" + i);
        }
    }
}

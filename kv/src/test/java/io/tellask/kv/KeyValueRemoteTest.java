package io.tellask.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Spore;
import io.tellask.store.StoreLimitException;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key-value contracts seen from another process's side, on each transport. */
class KeyValueRemoteTest {
    private static final Codec CODEC =
            Codec.builder().allow(Endless.class, LongestKey.class, Person.class).build();

    @TempDir
    private Path directory;

    private ActorSystem serverSystem;
    private ActorSystem clientSystem;
    private KeyValueService service;
    private Server server;
    private Client client;
    private KeyValueMap map;

    /** A value that the client's codec takes. */
    record Person(String name, int age) {}

    /** Emits until nobody listens any more, and tells the test that it has ended. */
    record Endless() implements Spore<KeyValue, Integer> {
        private static volatile CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void accept(KeyValue record, Output<Integer> out) {
            for (int i = 0; !out.stopped(); i++) {
                out.emit(i);
            }
        }

        @Override
        public void finish(Output<Integer> out) {
            ended.countDown();
        }
    }

    /** Emits the longest key's length at the end: one result for many records. */
    record LongestKey(int[] longest) implements Spore<KeyValue, Integer> {
        @Override
        public void accept(KeyValue record, Output<Integer> out) {
            longest[0] = Math.max(longest[0], record.key().length);
        }

        @Override
        public void finish(Output<Integer> out) {
            out.emit(longest[0]);
        }
    }

    /** A spore that nobody granted. */
    record Stranger() implements Spore<KeyValue, String> {
        @Override
        public void accept(KeyValue record, Output<String> out) {
            out.emit("run");
        }
    }

    private void start(String address) throws Exception {
        serverSystem = ActorSystem.create();
        service = KeyValueService.open(serverSystem, directory, KeyValueOptions.defaults());
        server = Server.builder(serverSystem)
                .codec(CODEC)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                .listen(address)
                .start();
        connect(CODEC);
    }

    private void connect(Codec codec) throws Exception {
        clientSystem = ActorSystem.create();
        client = Client.builder(clientSystem).codec(codec).connect(server.address());
        map = answer(
                client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class).open("map"));
    }

    private void disconnect() {
        client.close();
        clientSystem.close();
    }

    @AfterEach
    void stop() {
        disconnect();
        server.close();
        service.close();
        serverSystem.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://kv-remote"})
    void storesAndStreamsFromAfar(String address) throws Exception {
        start(address);
        byte[][] keys = IntStream.range(0, 5_000).mapToObj(n -> bytes("k" + n)).toArray(byte[][]::new);
        List<Promise<Void>> puts = IntStream.range(0, keys.length)
                .mapToObj(n -> map.put(keys[n], keys[n]))
                .toList();
        answer(Promise.all(puts));

        assertThat(answer(map.size())).isEqualTo(5_000);
        assertThat(answer(map.get(bytes("k17")))).isEqualTo(bytes("k17"));
        assertThat(answer(map.get(bytes("absent")))).isNull();
        assertThat(answer(map.getAll(keys))).isDeepEqualTo(keys);
        assertThat(collect(map.scan(bytes("k49")))).hasSize(111);
        assertThat(collect(map.process(new byte[0], new LongestKey(new int[1]))))
                .containsExactly(5);
        assertThat(answer(map.remove(bytes("k17")))).isTrue();
        assertThat(answer(map.statistics()).records()).isEqualTo(4_999);
    }

    /** So the caller can tell them apart, and the server's log has no stack traces of its clients' mistakes. */
    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://kv-refusals"})
    void refusesAsItselfWhatAClientGotWrong(String address) throws Exception {
        start(address);
        KeyValueStore store = client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class);
        byte[] longKey = new byte[StoreLimits.defaults().keyBytes() + 1];

        assertThatThrownBy(() -> answer(store.find("mop")))
                .isInstanceOf(KeyValueException.class)
                .hasMessage("no such map: mop; maps: map");
        assertThatThrownBy(() -> answer(store.open("no/name")))
                .isInstanceOf(KeyValueException.class)
                .hasMessageContaining("map name refused");
        assertThatThrownBy(() -> answer(map.put(longKey, bytes("v")))).isInstanceOf(StoreLimitException.class);
        assertThatThrownBy(() -> answer(map.putAll(new byte[][] {bytes("k")}, new byte[0][])))
                .isInstanceOf(KeyValueException.class);
        assertThatThrownBy(() -> answer(map.commit(
                        KeyValueBatch.builder().put(longKey, bytes("v")).build())))
                .isInstanceOf(StoreLimitException.class);
    }

    @Test
    void handsTheSameMapToEveryClient() throws Exception {
        start("tellask://127.0.0.1:0");
        answer(map.put(bytes("k"), bytes("v")));
        disconnect();
        connect(CODEC);

        assertThat(answer(map.get(bytes("k")))).isEqualTo(bytes("v"));
    }

    @Test
    void keepsObjectsOfTheClientsOwn() throws Exception {
        start("tellask://127.0.0.1:0");
        TypedMap<Person> people = TypedMap.of(map, CODEC, Person.class);

        answer(people.put("ada", new Person("Ada", 36)));

        assertThat(answer(people.get("ada"))).isEqualTo(new Person("Ada", 36));
        assertThat(answer(people.get("bob"))).isNull();
        assertThat(answer(people.size())).isEqualTo(1);
        assertThat(answer(people.remove("ada"))).isTrue();
    }

    @Test
    void endsAScanWhoseClientHasGone() throws Exception {
        Endless.ended = new CountDownLatch(1);
        start("tellask://127.0.0.1:0");
        answer(map.put(bytes("k"), bytes("v")));
        CountDownLatch begun = new CountDownLatch(1);
        Streams.forEach(map.process(new byte[0], new Endless()), 16, item -> begun.countDown());
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        disconnect();

        assertThat(Endless.ended.await(30, TimeUnit.SECONDS))
                .as("the spore has ended")
                .isTrue();
        connect(CODEC);
        assertThat(answer(map.size())).isEqualTo(1);
    }

    @Test
    void refusesASporeThatTheServerDoesNotGrant() throws Exception {
        start("tellask://127.0.0.1:0");
        answer(map.put(bytes("k"), bytes("v")));
        disconnect();
        connect(CODEC.toBuilder().allow(Stranger.class).build());

        assertThatThrownBy(() -> collect(map.process(new byte[0], new Stranger())))
                .hasMessageContaining(Stranger.class.getName());
        assertThat(answer(map.size())).isEqualTo(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static <T> List<T> collect(Flow.Publisher<T> stream) throws Exception {
        return answer(Streams.collect(stream));
    }

    private static <T> T answer(Promise<T> promise) throws Exception {
        try {
            return promise.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }
}

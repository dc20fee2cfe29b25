package io.tellask.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A key-value server in a directory, and clients of it on a transport. Used by one thread. */
final class KeyValueFixture implements AutoCloseable {
    /** One connection with an actor system of its own. */
    static final class Peer implements AutoCloseable {
        private final ActorSystem system = ActorSystem.create();
        private final Client client;

        private Peer(Server server, Codec codec) {
            client = Client.builder(system).codec(codec).connect(server.address());
        }

        KeyValueStore store() {
            return client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class);
        }

        KeyValueMap map() throws Exception {
            return answer(store().open("map"));
        }

        @Override
        public void close() {
            client.close();
            system.close();
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final Codec codec;
    private final KeyValueService service;
    private final Server server;
    private final List<Peer> peers = new ArrayList<>();

    KeyValueFixture(Path directory, String address, KeyValueOptions options) {
        this(directory, address, options, Codec.standard(), PeerMemory.ofProcess());
    }

    /** One whose server has a budget of memory of its own. */
    KeyValueFixture(Path directory, String address, KeyValueOptions options, PeerMemory memory) {
        this(directory, address, options, Codec.standard(), memory);
    }

    /** One whose sides grant more classes, such as spores. */
    KeyValueFixture(Path directory, String address, KeyValueOptions options, Codec codec) {
        this(directory, address, options, codec, PeerMemory.ofProcess());
    }

    private KeyValueFixture(Path directory, String address, KeyValueOptions options, Codec codec, PeerMemory memory) {
        this.codec = codec;
        service = KeyValueService.open(system, directory, options);
        server = Server.builder(system)
                .codec(codec)
                .memory(memory)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                .listen(address)
                .start();
    }

    Peer connect() {
        Peer peer = new Peer(server, codec);
        peers.add(peer);
        return peer;
    }

    /** A client's maps. */
    KeyValueStore store() {
        return connect().store();
    }

    /** A client's map. */
    KeyValueMap map() throws Exception {
        return connect().map();
    }

    /** The same map without a network. */
    KeyValueMap localMap() throws Exception {
        return answer(service.store().open("map"));
    }

    /** Asks until so many follow the map's changes. */
    void awaitSubscribers(int count) throws Exception {
        Await.until(
                "subscribers=" + count, () -> answer(localMap().statistics()).subscribers() == count);
    }

    @Override
    public void close() {
        peers.forEach(Peer::close);
        server.close();
        service.close();
        system.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    static <T> T answer(Promise<T> promise) throws Exception {
        try {
            return promise.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }
}

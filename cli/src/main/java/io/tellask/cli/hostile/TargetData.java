package io.tellask.cli.hostile;

import io.tellask.actor.ActorSystem;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stores what hostile peers ask for: large values, and many keys. Stateless. */
final class TargetData {
    /** The key of a large value, on both ports. */
    static final String LARGE_KEY = "large";

    /** How large it is; less than a frame, so that asking costs the peer little memory. */
    static final int LARGE_BYTES = 128 << 10;

    /** Keys {@code k0}, {@code k1}, ..., on both ports. */
    static final int KEYS = 2_000;

    private static final int PATIENCE_SECONDS = 30;
    private static final int WARMING_CONNECTIONS = 200;
    private static final int WARMING_TURNS = 20;

    private TargetData() {}

    static void prepare(ServerUnderAttack server) throws IOException, InterruptedException {
        prepareResp(server);
        warmUp(server);
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.connect(system, server.nativeUri())) {
            KeyValueMap map = client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class)
                    .open(ServerUnderAttack.HOSTILE_MAP)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            byte[][] keys = new byte[KEYS + 1][];
            byte[][] values = new byte[KEYS + 1][];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = ("k" + i).getBytes(StandardCharsets.UTF_8);
                values[i] = keys[i];
            }
            keys[KEYS] = LARGE_KEY.getBytes(StandardCharsets.UTF_8);
            values[KEYS] = new byte[LARGE_BYTES];
            map.putAll(keys, values).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new IOException("hostile-test: the server takes no values", failure);
        }
    }

    /** Has the usual commands compiled: a server that is attacked has been up for longer than a second. */
    private static void warmUp(ServerUnderAttack server) throws IOException {
        for (int i = 0; i < WARMING_CONNECTIONS; i++) {
            try (RespConnection connection = connect(server)) {
                for (int turn = 0; turn < WARMING_TURNS; turn++) {
                    Object _ = connection.call("SET", "k0", "k0");
                    Object _ = connection.call("GET", "k0");
                    Object _ = connection.call("PUBLISH", "warm", "up");
                }
            }
        }
    }

    private static RespConnection connect(ServerUnderAttack server) throws IOException {
        return new RespConnection(server.respAddress(), (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    private static void prepareResp(ServerUnderAttack server) throws IOException {
        try (RespConnection connection = connect(server)) {
            String[] request = new String[2 * KEYS + 3];
            request[0] = "MSET";
            for (int i = 0; i < KEYS; i++) {
                request[2 * i + 1] = "k" + i;
                request[2 * i + 2] = "k" + i;
            }
            request[2 * KEYS + 1] = LARGE_KEY;
            request[2 * KEYS + 2] = "x".repeat(LARGE_BYTES);
            Object _ = connection.call(request);
        }
    }
}

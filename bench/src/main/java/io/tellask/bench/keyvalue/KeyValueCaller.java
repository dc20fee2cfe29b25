package io.tellask.bench.keyvalue;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.map.Users;
import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Usage;
import io.tellask.bench.spi.Window;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calling process of the kv suite: fills a map with users, then reads it from one ordinary thread in batches of
 * 100,000 pipelined gets, random over all ids. Keys are made outside the measured stretches; every value is checked. Cases
 * over Redis' protocol are left to {@link RespLoad}.
 */
public final class KeyValueCaller {
    private static final int BATCH = 100_000;
    private static final int LOAD_BATCH = 1_000;
    private static final long PATIENCE_SECONDS = 60;

    private final KeyValueMap map;
    private final int users;
    private final SplittableRandom random = new SplittableRandom(1);
    private final byte[][] keys;
    private final byte[][] values;

    private KeyValueCaller(int port, int users) throws Exception {
        Client client = Client.connect(ActorSystem.create(), URI.create("tellask://127.0.0.1:" + port));
        KeyValueStore store = client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class);
        this.map = store.open("users").get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        this.users = users;
        this.keys = new byte[Math.min(BATCH, users)][];
        this.values = new byte[keys.length][];
        load();
    }

    /** Runs until standard input ends. Arguments: the case's label, the contender, the port, the number of users. */
    public static void main(String[] args) {
        Commands.run(args, arguments -> {
            int port = Integer.parseInt(arguments[2]);
            int users = Integer.parseInt(arguments[3]);
            Load load = arguments[0].startsWith("native")
                    ? new KeyValueCaller(port, users)::run
                    : new RespLoad(port, users)::run;
            return new Commands.Opened(
                    "ready", words -> load.run(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
        });
    }

    /** Runs calls of a case for a time or until so many are done, and answers as {@link Caller#done} does. */
    private interface Load {
        String run(String label, long millis, long calls) throws Exception;
    }

    private void load() {
        Window window = new Window(16);
        for (int start = 0; start < users; start += LOAD_BATCH) {
            int count = Math.min(LOAD_BATCH, users - start);
            byte[][] someKeys = new byte[count][];
            byte[][] someValues = new byte[count][];
            for (int i = 0; i < count; i++) {
                someKeys[i] = Users.bytes(Users.key(start + i));
                someValues[i] = Users.value(start + i, 0);
            }
            window.acquire();
            settle(window, map.putAll(someKeys, someValues));
        }
        window.awaitAll();
    }

    private String run(String label, long millis, long calls) {
        String kind = label.substring("native-".length());
        long count = 0;
        long wallNanos = 0;
        Usage used = Usage.NONE;
        while (wallNanos < TimeUnit.MILLISECONDS.toNanos(millis) && count < calls) {
            prepare(kind);
            Usage before = Usage.now();
            long startNanos = System.nanoTime();
            batch(kind);
            wallNanos += System.nanoTime() - startNanos;
            used = used.plus(Usage.now().since(before));
            count += keys.length;
        }
        return Caller.done(count, wallNanos, used);
    }

    private void prepare(String kind) {
        for (int i = 0; i < keys.length; i++) {
            int id = random.nextInt(users);
            keys[i] = Users.bytes(Users.key(kind.equals("get-miss") ? users + id : id));
            if (kind.equals("put")) {
                values[i] = Users.value(id, i);
            }
        }
    }

    private void batch(String kind) {
        Window window = new Window(keys.length);
        boolean hits = kind.equals("get-hit");
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            window.acquire();
            if (kind.equals("put")) {
                settle(window, map.put(key, values[i]));
            } else {
                map.get(key)
                        .whenComplete((value, failure) ->
                                settle(window, failure, hits ? startsWith(value, key) : value == null));
            }
        }
        window.awaitAll();
    }

    private static void settle(Window window, CompletionStage<?> write) {
        write.whenComplete((nothing, failure) -> settle(window, failure, true));
    }

    private static void settle(Window window, @Nullable Throwable failure, boolean right) {
        if (failure != null) {
            window.fail(failure);
        } else if (!right) {
            window.fail(new IllegalStateException("wrong value"));
        } else {
            window.settle(1);
        }
    }

    /** A user's value begins with its key. */
    private static boolean startsWith(byte @Nullable [] value, byte[] key) {
        return value != null && value.length > key.length && Arrays.equals(value, 0, key.length, key, 0, key.length);
    }
}

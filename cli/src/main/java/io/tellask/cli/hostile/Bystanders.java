package io.tellask.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.hostile.Bystander.WrongValueException;
import io.tellask.kv.KeyValue;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The well-behaved clients of a server under attack: one puts, gets and scans over the native port, one sets and gets over RESP, one listens to a channel
 * that it publishes to. Each knows what every one of its keys must hold. Thread-safe.
 */
final class Bystanders implements AutoCloseable {
    private static final int KEYS = 64;
    private static final int SCAN_EVERY = 25;
    private static final String PREFIX = "bystander:";

    private final ActorSystem system = ActorSystem.builder().name("bystanders").build();
    private final ServerUnderAttack server;
    private final List<Bystander> all;

    private Bystanders(ServerUnderAttack server) {
        this.server = server;
        Map<String, String> overNative = new HashMap<>();
        Map<String, String> overResp = new HashMap<>();
        all = List.of(
                Bystander.start("native", () -> new OverNative(overNative)),
                Bystander.start("resp", () -> new OverResp(overResp)),
                Bystander.start("channel", OverChannel::new));
    }

    static Bystanders of(ServerUnderAttack server) {
        return new Bystanders(server);
    }

    /** What happened since the last call, with a whole turn of each at its end. */
    BystanderReport takeReport() throws InterruptedException {
        all.forEach(Bystander::askForTurn);
        BystanderReport report = new BystanderReport("all");
        for (Bystander bystander : all) {
            report.add(bystander.takeReport());
        }
        return report;
    }

    @Override
    public void close() throws InterruptedException {
        for (Bystander bystander : all) {
            bystander.close();
        }
        system.close();
    }

    private static void require(String key, @Nullable Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            throw new WrongValueException("key=" + key + " holds " + found + " instead of " + expected);
        }
    }

    private static <T> T answer(CompletableFuture<T> promise) throws Exception {
        return promise.get(Bystander.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Puts, gets, and scans now and then; a write that failed may have happened, so its key is forgotten. */
    private final class OverNative implements Bystander.Work {
        private final Map<String, String> expected;
        private final Client client;
        private final KeyValueMap map;

        OverNative(Map<String, String> expected) throws Exception {
            this.expected = expected;
            client = Client.connect(system, server.nativeUri());
            try {
                map = answer(client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class)
                        .open("bystander"));
            } catch (Exception | Error failure) {
                client.close();
                throw failure;
            }
        }

        @Override
        public void turn(int number) throws Exception {
            String key = PREFIX + number % KEYS;
            String value = "value " + number;
            expected.remove(key);
            answer(map.put(key.getBytes(UTF_8), value.getBytes(UTF_8)));
            expected.put(key, value);
            byte[] found = answer(map.get(key.getBytes(UTF_8)));
            require(key, value, found == null ? null : new String(found, UTF_8));
            if (number % SCAN_EVERY == 0) {
                Collector records = new Collector();
                map.scan(PREFIX.getBytes(UTF_8)).subscribe(records);
                Map<String, String> scanned = answer(records.all);
                expected.forEach((name, held) -> require(name, held, scanned.get(name)));
            }
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** Takes all records of a scan. */
    private static final class Collector implements Flow.Subscriber<KeyValue> {
        final Promise<Map<String, String>> all = new Promise<>();
        private final Map<String, String> records = new HashMap<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(KeyValue item) {
            records.put(new String(item.key(), UTF_8), new String(item.value(), UTF_8));
        }

        @Override
        public void onError(Throwable failure) {
            all.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            all.complete(records);
        }
    }

    /** Sets and gets, and gets all keys now and then. */
    private final class OverResp implements Bystander.Work {
        private final Map<String, String> expected;
        private final RespConnection connection;

        OverResp(Map<String, String> expected) throws IOException {
            this.expected = expected;
            connection = new RespConnection(server.respAddress(), Bystander.PATIENCE_MILLIS);
        }

        @Override
        public void turn(int number) throws IOException {
            String key = PREFIX + number % KEYS;
            String value = "value " + number;
            expected.remove(key);
            require(key, "OK", connection.call("SET", key, value));
            expected.put(key, value);
            require(key, value, connection.call("GET", key));
            if (number % SCAN_EVERY == 0) {
                String[] names = expected.keySet().toArray(String[]::new);
                String[] request = new String[names.length + 1];
                request[0] = "MGET";
                System.arraycopy(names, 0, request, 1, names.length);
                List<?> values = (List<?>) Objects.requireNonNull(connection.call(request));
                for (int i = 0; i < names.length; i++) {
                    require(names[i], expected.get(names[i]), values.get(i));
                }
            }
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }

    /** Publishes, and takes what it published as a subscriber. */
    private final class OverChannel implements Bystander.Work {
        private final RespConnection subscriber;
        private final RespConnection publisher;

        OverChannel() throws IOException {
            subscriber = new RespConnection(server.respAddress(), Bystander.PATIENCE_MILLIS);
            publisher = new RespConnection(server.respAddress(), Bystander.PATIENCE_MILLIS);
            Object confirmed = subscriber.call("SUBSCRIBE", "bystander");
            require("bystander", List.of("subscribe", "bystander", 1L), confirmed);
        }

        @Override
        public void turn(int number) throws IOException {
            String message = "message " + number;
            Object receivers = publisher.call("PUBLISH", "bystander", message);
            if (!Long.valueOf(1).equals(receivers)) {
                throw new IOException("a message has receivers=" + receivers + " instead of 1");
            }
            require("bystander", List.of("message", "bystander", message), subscriber.reply());
        }

        @Override
        public void close() throws IOException {
            subscriber.close();
            publisher.close();
        }
    }
}

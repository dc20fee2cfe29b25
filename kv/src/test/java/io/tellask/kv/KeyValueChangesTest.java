package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static io.tellask.kv.KeyValueFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.UntakenItems;
import io.tellask.store.Durability;
import io.tellask.store.StoreLimits;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of changes and of records. */
class KeyValueChangesTest {
    private static final String MEMORY = "memory://kv-changes";
    private static final String TCP = "tellask://127.0.0.1:0";
    private static final KeyValueOptions SMALL_FILES = KeyValueOptions.defaults()
            .withLimits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10));

    @TempDir
    private Path directory;

    private KeyValueFixture start(String address, KeyValueOptions options) {
        return new KeyValueFixture(directory, address, options);
    }

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void tellsChangesFromNowOnInTheOrderOfTheMap(String address) throws Exception {
        try (KeyValueFixture server = start(address, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            answer(map.put(bytes("a/before"), bytes("0")));
            ChangeProbe all = ChangeProbe.on(map.changes(new byte[0]));
            ChangeProbe some = ChangeProbe.on(map.changes(bytes("a/")));
            server.awaitSubscribers(2);

            answer(map.put(bytes("a/1"), bytes("1")));
            answer(map.remove(bytes("a/before")));
            answer(map.remove(bytes("absent")));
            answer(map.commit(KeyValueBatch.builder()
                    .put(bytes("a/2"), bytes("2"))
                    .put(bytes("b/1"), bytes("3"))
                    .put(bytes("a/3"), bytes("4"))
                    .remove(bytes("b/1"))
                    .build()));

            assertThat(all.next(6)).containsExactly("a/1=1", "a/before-", "a/2=2+", "b/1=3+", "a/3=4+", "b/1-");
            assertThat(some.next(4)).containsExactly("a/1=1", "a/before-", "a/2=2+", "a/3=4");
            assertThat(answer(map.statistics()).subscribers()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void tellsSequenceAndExpiryAtEachDurability(Durability durability) throws Exception {
        try (KeyValueFixture server = start(MEMORY, KeyValueOptions.defaults().withDurability(durability))) {
            KeyValueMap map = server.map();
            Instant expiry = Instant.ofEpochMilli(4_000_000_000_000L);
            ChangeProbe probe = ChangeProbe.on(map.changes(new byte[0]));
            server.awaitSubscribers(1);

            answer(map.put(bytes("k"), new byte[] {0, -1}, expiry));

            Change change = probe.next();
            assertThat(change.value()).containsExactly(0, -1);
            assertThat(change.expiry()).isEqualTo(expiry);
            assertThat(change.sequence())
                    .isEqualTo(answer(map.getVersioned(bytes("k"))).sequence())
                    .isEqualTo(answer(map.statistics()).sequence());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void namesTheOldestChangeThatTheLogStillHas(String address) throws Exception {
        try (KeyValueFixture server = start(address, SMALL_FILES)) {
            KeyValueMap map = server.map();
            List<Promise<Void>> puts = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                puts.add(map.put(bytes("k" + i % 10), bytes("v" + i)));
            }
            answer(Promise.all(puts));
            while (answer(map.statistics()).oldestSequence() == 1) {
                answer(map.put(bytes("k"), bytes("v"))); // until the compactor has come by
            }
            long oldest = answer(map.statistics()).oldestSequence();

            assertThat(ChangeProbe.on(map.changesFrom(new byte[0], 1)).failure())
                    .isInstanceOfSatisfying(ChangesMissedException.class, missed -> {
                        assertThat(missed.oldest()).isGreaterThanOrEqualTo(oldest);
                        assertThat(missed.next()).isGreaterThan(missed.oldest());
                    });
            long next = answer(map.statistics()).sequence() + 1;
            assertThat(ChangeProbe.on(map.changesFrom(new byte[0], next + 1)).failure())
                    .isInstanceOf(ChangesMissedException.class);
            ChangeProbe probe = ChangeProbe.on(map.changesFrom(new byte[0], next));
            answer(map.put(bytes("k"), bytes("last")));
            assertThat(probe.next(1)).containsExactly("k=last");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void letsASubscriberThatFollowsHaveTheMap(String address) throws Exception {
        long seed = Seed.given();
        Random random = new Random(seed);
        try (KeyValueFixture server = start(address, SMALL_FILES)) {
            KeyValueMap map = server.map();
            change(map, random, 2_000);
            ChangeProbe follower = ChangeProbe.on(server.map().follow(new byte[0]));
            change(map, random, 5_000);
            answer(map.put(bytes("end"), bytes("end")));

            Map<String, String> copy = new TreeMap<>();
            while (!copy.containsKey("end")) {
                Change change = follower.next();
                if (change.isRemoval()) {
                    copy.remove(change.keyText());
                } else {
                    copy.put(change.keyText(), text(change.value()));
                }
            }
            Map<String, String> stored = new TreeMap<>();
            answer(Streams.collect(map.scan(new byte[0])))
                    .forEach(record -> stored.put(record.keyText(), record.valueText()));
            assertThat(copy).as("seed=%d", seed).isEqualTo(stored);
        }
    }

    private static void change(KeyValueMap map, Random random, int count) throws Exception {
        List<Promise<?>> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = bytes("k" + random.nextInt(100));
            made.add(
                    switch (random.nextInt(4)) {
                        case 0 -> map.remove(key);
                        case 1 ->
                            map.commit(KeyValueBatch.builder()
                                    .put(key, bytes("b" + i))
                                    .remove(bytes("k" + random.nextInt(100)))
                                    .build());
                        default -> map.put(key, bytes("v" + i));
                    });
        }
        for (Promise<?> promise : made) {
            answer(promise);
        }
    }

    @Test
    void endsASubscriberThatIsTooSlowAndNobodyElse() throws Exception {
        KeyValueOptions options = KeyValueOptions.defaults().withSubscriberBytes(256 << 10);
        try (KeyValueFixture server = start(TCP, options)) {
            KeyValueMap map = server.map();
            ChangeProbe slow = ChangeProbe.on(server.map().changes(new byte[0]), 1);
            ChangeProbe quick = ChangeProbe.on(server.map().changes(new byte[0]));
            server.awaitSubscribers(2);
            int made = 0;
            while (answer(map.statistics()).subscribers() == 2) {
                answer(map.put(bytes("k" + made % 10), new byte[10_000]));
                assertThat(quick.next().keyText()).isEqualTo("k" + made % 10); // so that it is never behind
                made++;
            }

            assertThat(slow.next().keyText()).isEqualTo("k0");
            slow.request(Long.MAX_VALUE);
            assertThat(slow.failure())
                    .isInstanceOf(SlowSubscriberException.class)
                    .hasMessageContaining("subscriberBytes=" + (256 << 10));
            assertThat(slow.waiting()).isLessThan(made - 1);
            assertThat(made * 10_000).isLessThan(6 << 20);
            answer(map.put(bytes("k"), bytes("v")));
            assertThat(quick.next(1)).containsExactly("k=v");
        }
    }

    @Test
    void keepsASubscriberThatIsBehindByItsLimitAndEndsItBeyond() throws Exception {
        int recordBytes = 8 << 10;
        int limit = 128;
        byte[] key = {1, 2, 3, 4};
        byte[] value = new byte[recordBytes - 24];
        try (KeyValueFixture server = start(TCP, KeyValueOptions.defaults().withSubscriberBytes(limit * recordBytes))) {
            KeyValueMap map = server.map();
            ChangeProbe probe = ChangeProbe.on(server.map().changes(new byte[0]), 1);
            server.awaitSubscribers(1);
            for (int i = 0; i < limit; i++) {
                answer(map.put(key, value));
            }
            assertThat(answer(map.statistics()).subscribers()).isEqualTo(1);

            int takenAndHeld = 2;
            int buffered = UntakenItems.MOST_BYTES / recordBytes;
            for (int i = 0; i < takenAndHeld + buffered; i++) {
                answer(map.put(key, value));
            }
            server.awaitSubscribers(0);
            probe.request(Long.MAX_VALUE);
            assertThat(probe.failure()).isInstanceOf(SlowSubscriberException.class);
        }
    }

    @Test
    void readsAheadOfAConnectionThatIsStuckByAFewValuesOnly() throws Exception {
        byte[] value = new byte[256 << 10];
        int limit = 16;
        KeyValueOptions options = KeyValueOptions.defaults().withSubscriberBytes(limit * (value.length + 64));
        CountDownLatch stuck = new CountDownLatch(1);
        try (KeyValueFixture server = start(TCP, options)) {
            KeyValueMap map = server.map();
            Promise<Void> ended = Streams.forEach(server.map().changes(new byte[0]), 64, change -> {
                try {
                    assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            });
            server.awaitSubscribers(1);
            int credited = 5;
            int buffered = 5;
            int held = 1;
            for (int i = 0; i < limit + credited + buffered + held; i++) {
                answer(map.put(bytes("k"), value));
            }
            server.awaitSubscribers(0);
            stuck.countDown();
            assertThatThrownBy(() -> answer(ended)).isInstanceOf(SlowSubscriberException.class);
        } finally {
            stuck.countDown();
        }
    }

    @Test
    void goesOnWhereASubscriberWasBeforeItsConnectionBroke() throws Exception {
        try (KeyValueFixture server = start(TCP, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            KeyValueFixture.Peer peer = server.connect();
            ChangeProbe first = ChangeProbe.on(peer.map().changes(new byte[0]));
            server.awaitSubscribers(1);
            answer(map.put(bytes("k"), bytes("1")));
            long seen = first.next().sequence();

            peer.close();
            server.awaitSubscribers(0);
            answer(map.put(bytes("k"), bytes("2")));
            answer(map.put(bytes("k"), bytes("3")));

            assertThat(ChangeProbe.on(server.map().changesFrom(new byte[0], seen + 1))
                            .next(2))
                    .containsExactly("k=2", "k=3");
        }
    }

    @Test
    void letsGoOfWhatSubscribersHeldWhenTheyCancel() throws Exception {
        try (KeyValueFixture server = start(TCP, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            ChangeProbe idle = ChangeProbe.on(map.changes(new byte[0]));
            ChangeProbe stalled = ChangeProbe.on(map.follow(new byte[0]), 1);
            server.awaitSubscribers(2);
            for (int i = 0; i < 300; i++) {
                answer(map.put(bytes("k" + i), new byte[10_000]));
            }

            idle.cancel();
            stalled.cancel();

            server.awaitSubscribers(0);
        }
    }

    @Test
    void refusesOneSubscriberTooMany() throws Exception {
        try (KeyValueFixture server = start(TCP, KeyValueOptions.defaults().withSubscribers(2))) {
            KeyValueMap map = server.map();
            ChangeProbe first = ChangeProbe.on(map.changes(new byte[0]));
            ChangeProbe second = ChangeProbe.on(map.changes(new byte[0]));
            server.awaitSubscribers(2);

            assertThat(ChangeProbe.on(map.changes(new byte[0])).failure()).hasMessageContaining("subscribers=2");
            answer(map.put(bytes("k"), bytes("v")));
            assertThat(first.next(1)).isEqualTo(second.next(1));
            first.cancel();
            server.awaitSubscribers(1);
            ChangeProbe third = ChangeProbe.on(map.changes(new byte[0]));
            server.awaitSubscribers(2);
            answer(map.put(bytes("k"), bytes("w")));
            assertThat(third.next(1)).containsExactly("k=w");
        }
    }

    @Test
    void endsItsStreamsWhenItIsClosed() throws Exception {
        KeyValueFixture server = start(MEMORY, KeyValueOptions.defaults());
        try (server) {
            KeyValueMap local = server.localMap();
            answer(local.put(bytes("k"), bytes("v")));
            ChangeProbe probe = ChangeProbe.on(local.follow(new byte[0]));
            assertThat(probe.next(1)).containsExactly("k=v");
            server.close();
            assertThat(probe.failure()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void scansManyTimesAtOnceWhatWasThereAtTheBeginning(String address) throws Exception {
        try (KeyValueFixture server = start(address, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            byte[][] keys =
                    IntStream.range(0, 2_000).mapToObj(n -> bytes("k" + n)).toArray(byte[][]::new);
            byte[][] old = IntStream.range(0, 2_000).mapToObj(n -> bytes("old")).toArray(byte[][]::new);
            answer(map.putAll(keys, old));
            List<Promise<Void>> scans = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(20);
            LongAdder seen = new LongAdder();
            for (int i = 0; i < 20; i++) {
                AtomicBoolean first = new AtomicBoolean(true);
                scans.add(Streams.forEach(map.scan(new byte[0]), 64, record -> {
                    seen.add(record.valueText().equals("old") ? 1 : 1_000_000);
                    if (first.getAndSet(false)) {
                        begun.countDown();
                    }
                }));
            }
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            for (byte[] key : keys) {
                map.put(key, bytes("new"));
            }

            for (Promise<Void> scan : scans) {
                answer(scan);
            }
            assertThat(seen.sum()).isEqualTo(20 * 2_000);
            assertThat(answer(map.get(bytes("k1")))).isEqualTo(bytes("new"));
        }
    }

    @Test
    void readsOnWhileAScanIsStalledAndEndsItOnCancel() throws Exception {
        try (KeyValueFixture server = start(TCP, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            for (int i = 0; i < 500; i++) {
                answer(map.put(bytes("k" + i), new byte[10_000]));
            }
            CountDownLatch begun = new CountDownLatch(1);
            Promise<Void> stalled = Streams.forEach(map.scan(new byte[0]), 1, record -> {
                begun.countDown();
                throw new IllegalStateException("enough");
            });
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

            assertThatThrownBy(() -> answer(stalled)).hasMessageContaining("enough");
            assertThat(answer(map.get(bytes("k1")))).hasSize(10_000);
        }
    }
}

package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static io.tellask.kv.KeyValueFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.store.StoreLimits;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditional, temporary and atomic writes through the contract. */
class KeyValueWritesTest {
    private static final String MEMORY = "memory://kv-writes";
    private static final String TCP = "tellask://127.0.0.1:0";
    private static final int ACCOUNTS = 8;
    private static final int BALANCE = 100;

    @TempDir
    private Path directory;

    /** A value that the codec takes. */
    record City(String name, int people) {}

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void setsOnlyWhatNobodyElseChanged(String address) throws Exception {
        try (KeyValueFixture server = new KeyValueFixture(directory, address, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();

            assertThat(answer(map.putIfAbsent(bytes("k"), bytes("1")))).isNull();
            assertThat(answer(map.putIfAbsent(bytes("k"), bytes("2")))).isEqualTo(bytes("1"));
            VersionedValue first = answer(map.getVersioned(bytes("k")));
            assertThat(first.value()).isEqualTo(bytes("1"));
            assertThat(first.expiry()).isNull();
            long second = answer(map.compareAndSet(bytes("k"), first.sequence(), bytes("2"), null));
            assertThat(second).isEqualTo(answer(map.getVersioned(bytes("k"))).sequence());
            assertThat(answer(map.compareAndSet(bytes("k"), first.sequence(), bytes("3"), null)))
                    .isZero();
            assertThat(answer(map.compareAndSet(bytes("new"), 0, bytes("n"), null)))
                    .isGreaterThan(second);
            assertThat(answer(map.compareAndRemove(bytes("k"), first.sequence())))
                    .isFalse();
            assertThat(answer(map.compareAndRemove(bytes("k"), second))).isTrue();
            assertThat(answer(map.getVersioned(bytes("k")))).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, TCP})
    void makesAllChangesOfABatchOrNone(String address) throws Exception {
        try (KeyValueFixture server = new KeyValueFixture(directory, address, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            answer(map.put(bytes("a"), bytes("1")));
            long sequence = answer(map.getVersioned(bytes("a"))).sequence();
            KeyValueBatch batch = KeyValueBatch.builder()
                    .require(bytes("a"), sequence)
                    .require(bytes("b"), 0)
                    .remove(bytes("a"))
                    .put(bytes("b"), bytes("2"))
                    .put(bytes("c"), bytes("3"), Instant.ofEpochMilli(1))
                    .build();

            assertThat(answer(map.commit(batch))).isTrue();
            assertThat(answer(map.getAll(new byte[][] {bytes("a"), bytes("b"), bytes("c")})))
                    .isDeepEqualTo(new byte[][] {null, bytes("2"), null});
            assertThat(answer(map.commit(batch))).isFalse();
            assertThat(answer(map.get(bytes("b")))).isEqualTo(bytes("2"));
        }
    }

    @Test
    void refusesABatchOfOneByteTooManyAndChangesNothing() throws Exception {
        KeyValueOptions options =
                KeyValueOptions.defaults().withLimits(StoreLimits.defaults().withBatchBytes(1 << 10));
        try (KeyValueFixture server = new KeyValueFixture(directory, MEMORY, options)) {
            KeyValueMap map = server.map();
            byte[] key = bytes("k");

            assertThat(answer(map.commit(
                            KeyValueBatch.builder().put(key, new byte[979]).build())))
                    .isTrue();
            assertThatThrownBy(() -> answer(map.commit(
                            KeyValueBatch.builder().put(key, new byte[980]).build())))
                    .hasMessageContaining("batchBytes=1024");
            assertThat(answer(map.get(key))).hasSize(979);
        }
    }

    @Test
    void hidesWhatHasExpired() throws Exception {
        try (KeyValueFixture server = new KeyValueFixture(directory, TCP, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            Instant later = Instant.ofEpochMilli(4_000_000_000_000L);

            answer(map.put(bytes("gone"), bytes("1"), Instant.ofEpochMilli(1)));
            answer(map.put(bytes("kept"), bytes("1"), later));

            assertThat(answer(map.get(bytes("gone")))).isNull();
            assertThat(answer(map.getVersioned(bytes("kept"))).expiry()).isEqualTo(later);
            assertThat(answer(map.putIfAbsent(bytes("gone"), bytes("2")))).isNull();
        }
    }

    @Test
    void keepsAnInvariantUnderConflictingBatches() throws Exception {
        try (KeyValueFixture server = new KeyValueFixture(directory, TCP, KeyValueOptions.defaults());
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            KeyValueMap map = server.map();
            for (int i = 0; i < ACCOUNTS; i++) {
                answer(map.put(bytes("account" + i), bytes(Integer.toString(BALANCE))));
            }
            ChangeProbe audit = ChangeProbe.on(server.map().follow(bytes("account")));
            server.awaitSubscribers(1);
            List<Callable<Integer>> clients = new ArrayList<>();
            long seed = Seed.given();
            for (int i = 0; i < 4; i++) {
                KeyValueMap own = server.map();
                Random random = new Random(seed + i);
                clients.add(() -> transfer(own, random));
            }
            int made = 0;
            for (Future<Integer> client : threads.invokeAll(clients)) {
                made += client.get();
            }

            int[] balances = new int[ACCOUNTS];
            for (int i = 0; i < ACCOUNTS + 2 * made; i++) {
                Change change = audit.next();
                balances[change.keyText().charAt(7) - '0'] = Integer.parseInt(text(change.value()));
                if (i >= ACCOUNTS - 1 && !change.batchGoesOn()) {
                    assertThat(Arrays.stream(balances).sum())
                            .as("seed=%d, change=%d", seed, i)
                            .isEqualTo(ACCOUNTS * BALANCE);
                }
            }
            assertThat(made).isPositive();
            for (int i = 0; i < ACCOUNTS; i++) {
                assertThat(text(answer(map.get(bytes("account" + i))))).isEqualTo(Integer.toString(balances[i]));
            }
        }
    }

    private static int transfer(KeyValueMap map, Random random) throws Exception {
        int made = 0;
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(ACCOUNTS);
            byte[] source = bytes("account" + from);
            byte[] target = bytes("account" + (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS);
            VersionedValue debit = answer(map.getVersioned(source));
            VersionedValue credit = answer(map.getVersioned(target));
            int amount = random.nextInt(10);
            KeyValueBatch batch = KeyValueBatch.builder()
                    .require(source, debit.sequence())
                    .require(target, credit.sequence())
                    .put(source, bytes(Integer.toString(Integer.parseInt(text(debit.value())) - amount)))
                    .put(target, bytes(Integer.toString(Integer.parseInt(text(credit.value())) + amount)))
                    .build();
            made += answer(map.commit(batch)) ? 1 : 0;
        }
        return made;
    }

    @Test
    void doesTheSameWithObjects() throws Exception {
        Codec codec = Codec.builder().allow(City.class).build();
        try (KeyValueFixture server = new KeyValueFixture(directory, TCP, KeyValueOptions.defaults())) {
            TypedMap<City> cities = TypedMap.of(server.map(), codec, City.class);
            City rome = new City("Rome", 2_800_000);
            City oslo = new City("Oslo", 700_000);

            assertThat(answer(cities.putIfAbsent("IT/Rome", rome))).isNull();
            assertThat(answer(cities.putIfAbsent("IT/Rome", oslo))).isEqualTo(rome);
            long sequence = answer(cities.getVersioned("IT/Rome")).sequence();
            assertThat(answer(cities.batch()
                            .require("IT/Rome", sequence)
                            .put("NO/Oslo", oslo)
                            .commit()))
                    .isTrue();
            assertThat(answer(cities.compareAndSet("IT/Rome", sequence, oslo))).isPositive();
            assertThat(answer(cities.getAll(List.of("IT/Rome", "absent", "NO/Oslo"))))
                    .containsExactly(oslo, null, oslo);
            assertThat(answer(Streams.collect(cities.scan("NO/")))).containsExactly(Map.entry("NO/Oslo", oslo));
            List<TypedChange<City>> history = new ArrayList<>();
            CountDownLatch three = new CountDownLatch(3);
            Streams.forEach(cities.changesFrom("", 1), 8, change -> {
                history.add(change);
                three.countDown();
            });
            assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(history).extracting(TypedChange::key).containsExactly("IT/Rome", "NO/Oslo", "IT/Rome");
            assertThat(history).extracting(TypedChange::value).containsExactly(rome, oslo, oslo);
        }
    }
}

package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flips bits of a record under an open map, whose mapping sees them at once: no call says that the key is absent, hands out what was not written, or
 * changes anything because of it, and other keys go on.
 */
class DamagedReadsTest {
    private static final String KEY = "key-of-the-damaged";
    private static final byte[] VALUE = "value of the damaged record".getBytes();
    private static final Instant EXPIRY = Instant.parse("2100-01-01T00:00:00Z");
    private static final int HEADER = 20;
    private static final int OTHERS = 40;

    /** Where puts wait, where readers find them later, and where those go that a growing table moves. */
    private enum Place {
        PENDING,
        TABLE,
        TABLE_THAT_WAS_MOVED
    }

    private interface Call {
        @Nullable
        Object on(DurableMap<String, byte[]> map);
    }

    @TempDir
    Path directory;

    private @Nullable DurableMap<String, byte[]> open;

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
        }
    }

    private DurableMap<String, byte[]> open(boolean verifyReads) {
        open = DurableMap.builder(directory, String.class, byte[].class)
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .verifyReads(verifyReads)
                .open();
        return open;
    }

    private static int recordBytes(@Nullable Instant expiry) {
        return HEADER + KEY.length() + (expiry == null ? 0 : 8) + VALUE.length;
    }

    /** Each bit of lengths and flags, and one of each other byte. */
    private static int[] bits(@Nullable Instant expiry) {
        return IntStream.range(0, 8 * recordBytes(expiry))
                .filter(bit -> bit / 32 == 1 || bit / 32 == 4 || bit / 8 == 8 || bit % 8 == bit / 8 % 8)
                .toArray();
    }

    private void flip(long at, int bit) {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("segment-00000000.log").toFile(), "rw")) {
            file.seek(at);
            int old = file.read();
            file.seek(at);
            file.write(old ^ 1 << bit);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls whose answer leaves the process, or decides about a change. */
    private static Map<String, Call> verified() {
        Map<String, Call> calls = new LinkedHashMap<>();
        byte[] fresh = {1};
        calls.put("getBytes", map -> map.getBytes(KEY));
        calls.put("getAllBytes", map -> map.getAllBytes(List.of("other1", KEY)));
        calls.put("getVersioned", map -> map.getVersioned(KEY));
        calls.put("copyTo", map -> map.copyTo(KEY, new Target()));
        calls.put("putIfAbsent", map -> map.putIfAbsent(KEY, fresh));
        calls.put("replace", map -> map.replace(KEY, fresh));
        calls.put("compute", map -> map.compute(KEY, (key, value) -> fresh));
        calls.put("compareAndSet absent", map -> map.compareAndSet(KEY, Versioned.ABSENT, fresh));
        calls.put("compareAndSet", map -> map.compareAndSet(KEY, 1, fresh));
        calls.put("compareAndRemove", map -> map.compareAndRemove(KEY, 1));
        calls.put("remove", map -> map.remove(KEY));
        calls.put("batch", map -> map.batch().require(KEY, 1).put(KEY, fresh).commit());
        calls.put(
                "batch absent",
                map -> map.batch()
                        .require(KEY, Versioned.ABSENT)
                        .put(KEY, fresh)
                        .commit());
        calls.put("scan", map -> {
            map.forEach((key, value) -> {});
            return null;
        });
        calls.put("parallel scan", map -> {
            map.forEachParallel(2, key -> true, (key, value) -> {});
            return null;
        });
        calls.put("changes", map -> {
            try (ChangeFeed<String, byte[]> feed = map.changes(1, 1 << 20)) {
                return feed.next() ? feed.value() : null;
            }
        });
        return calls;
    }

    /** Calls that verify unless the builder says otherwise. */
    private static Map<String, Call> optional() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("get", map -> map.get(KEY));
        calls.put("getAll", map -> map.getAll(List.of("other1", KEY)).get(1));
        calls.put("view", map -> map.view(KEY, value -> value.byteSize()));
        calls.put("containsKey", map -> map.containsKey(KEY) ? Boolean.TRUE : null);
        return calls;
    }

    private static final class Target implements ValueTarget {
        private byte[] array = {};

        @Override
        public void room(int valueBytes) {
            array = new byte[valueBytes];
        }

        @Override
        public byte[] array() {
            return array;
        }

        @Override
        public int offset() {
            return 0;
        }
    }

    private DurableMap<String, byte[]> filled(Place place, boolean verifyReads, @Nullable Instant expiry) {
        DurableMap<String, byte[]> map = open(verifyReads);
        map.put(KEY, VALUE, expiry);
        if (place != Place.PENDING) {
            for (int i = 0; i < OTHERS; i++) {
                map.put("other" + i, new byte[] {(byte) i});
            }
            assertThat(map.size()).isEqualTo(OTHERS + 1);
        }
        return map;
    }

    @ParameterizedTest
    @EnumSource(names = "TABLE_THAT_WAS_MOVED", mode = EnumSource.Mode.EXCLUDE)
    void refusesEveryFlippedBit(Place place) {
        DurableMap<String, byte[]> map = filled(place, true, place == Place.TABLE ? EXPIRY : null);
        Map<String, Call> calls = verified();
        calls.putAll(optional());
        for (int bit : bits(place == Place.TABLE ? EXPIRY : null)) {
            flip(SegmentLayout.HEADER + bit / 8, bit % 8);
            for (Map.Entry<String, Call> call : calls.entrySet()) {
                if (place == Place.PENDING && call.getKey().contains("All")) {
                    continue;
                }
                assertThatThrownBy(() -> call.getValue().on(map))
                        .as("%s, bit=%d", call.getKey(), bit)
                        .isInstanceOf(StoreDamagedException.class)
                        .hasMessageContaining("segment=0, offset=" + SegmentLayout.HEADER)
                        .hasMessageContaining("tellask store repair");
            }
            flip(SegmentLayout.HEADER + bit / 8, bit % 8);
        }
        assertThat(map.getBytes(KEY)).isEqualTo(VALUE);
        assertThat(map.sequence()).isEqualTo(place == Place.PENDING ? 1 : OTHERS + 1);
        if (place == Place.TABLE) {
            assertThat(map.get("other7")).containsExactly(7);
        }
    }

    @Test
    void neverSaysAbsentWhereReadsAreNotVerified() {
        DurableMap<String, byte[]> map = filled(Place.TABLE, false, EXPIRY);
        for (int bit : bits(EXPIRY)) {
            flip(SegmentLayout.HEADER + bit / 8, bit % 8);
            for (Map.Entry<String, Call> call : optional().entrySet()) {
                try {
                    assertThat(call.getValue().on(map))
                            .as("%s, bit=%d", call.getKey(), bit)
                            .isNotNull();
                } catch (StoreDamagedException e) {
                    assertThat(e).hasMessageContaining("offset=" + SegmentLayout.HEADER);
                }
            }
            for (Map.Entry<String, Call> call : verified().entrySet()) {
                assertThatThrownBy(() -> call.getValue().on(map))
                        .as("%s, bit=%d", call.getKey(), bit)
                        .isInstanceOf(StoreDamagedException.class);
            }
            flip(SegmentLayout.HEADER + bit / 8, bit % 8);
        }
        assertThat(map.sequence()).isEqualTo(OTHERS + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 4097, 70_000, 1 << 20, (1 << 20) + 1, 3 << 20})
    void verifiesValuesOfEveryLength(int length) {
        DurableMap<String, byte[]> map = open(true);
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) 7);
        map.put(KEY, value);
        assertThat(map.getBytes(KEY)).isEqualTo(value);
        Target target = new Target();
        assertThat(map.copyTo(KEY, target)).isTrue();
        assertThat(target.array).isEqualTo(value);
        assertThat(map.getVersioned(KEY)).extracting(Versioned::value).isEqualTo(value);
        flip(SegmentLayout.HEADER + HEADER + KEY.length() + length - 1L, 0);
        Map<String, Call> calls = verified();
        calls.remove("getAllBytes");
        calls.forEach((name, call) ->
                assertThatThrownBy(() -> call.on(map)).as(name).isInstanceOf(StoreDamagedException.class));
        assertThat(map.sequence()).isEqualTo(1);
    }

    @Test
    void readsValuesThatDoNotFitIntoTheArrayOfAFreshThread() throws InterruptedException {
        DurableMap<String, byte[]> map = open(true);
        for (int length : new int[] {300, 1000, 2500, 4000}) {
            byte[] value = new byte[length];
            Arrays.fill(value, (byte) length);
            map.put("long" + length, value);
            List<byte[]> read = new CopyOnWriteArrayList<>();
            for (Function<String, byte[]> call : List.<Function<String, byte[]>>of(
                    map::get,
                    map::getBytes,
                    key -> Objects.requireNonNull(map.getVersioned(key)).value(),
                    key -> map.getAll(List.of(key)).getFirst(),
                    key -> map.view(key, bytes -> bytes.toArray(ValueLayout.JAVA_BYTE)))) {
                Thread reader = Thread.ofVirtual().start(() -> read.add(call.apply("long" + length)));
                reader.join();
            }
            assertThat(read).hasSize(5).allSatisfy(bytes -> assertThat(bytes).isEqualTo(value));
        }
    }

    @Test
    void aPutMakesADamagedKeyWholeAndCountsItOnce() {
        DurableMap<String, byte[]> map = filled(Place.TABLE, true, null);
        flip(SegmentLayout.HEADER + HEADER, 0);
        assertThatThrownBy(() -> map.get(KEY)).isInstanceOf(StoreDamagedException.class);
        map.put(KEY, new byte[] {5});
        assertThat(map.size()).isEqualTo(OTHERS + 1);
        assertThat(map.get(KEY)).containsExactly(5);
        assertThat(map.remove(KEY)).isTrue();
        assertThat(map.get(KEY)).isNull();
        assertThat(map.size()).isEqualTo(OTHERS);
    }

    @Test
    void knowsADamagedKeyWhenItsTableWasMovedAndDoesNotSaveTheIndexWithoutIt() {
        DurableMap<String, byte[]> map = filled(Place.TABLE_THAT_WAS_MOVED, true, null);
        flip(SegmentLayout.HEADER + HEADER + 3, 5);
        for (int i = 0; i < 20_000; i++) {
            map.put("more" + i, VALUE);
        }
        assertThat(map.size()).isEqualTo(20_000 + OTHERS + 1);
        Map<String, Call> calls = verified();
        calls.putAll(optional());
        calls.forEach((name, call) ->
                assertThatThrownBy(() -> call.on(map)).as(name).isInstanceOf(StoreDamagedException.class));
        assertThat(map.get("more19999")).isEqualTo(VALUE);
        map.close();
        assertThat(directory.resolve("CHECKPOINT")).doesNotExist();
        flip(SegmentLayout.HEADER + HEADER + 3, 5);
        assertThat(open(true).get(KEY)).isEqualTo(VALUE);
    }

    @Test
    void aPutMakesAKeyWholeThatWasDamagedWhenItsTableWasMoved() {
        DurableMap<String, byte[]> map = filled(Place.TABLE_THAT_WAS_MOVED, true, null);
        flip(SegmentLayout.HEADER + 16, 7);
        for (int i = 0; i < 20_000; i++) {
            map.put("more" + i, VALUE);
        }
        map.put(KEY, VALUE);
        assertThat(map.size()).isEqualTo(20_000 + OTHERS + 1);
        assertThat(map.get(KEY)).isEqualTo(VALUE);
        map.clear();
        assertThat(map.get(KEY)).isNull();
    }

    @Test
    void asksForNoRoomForALengthThatIsNotTrue() {
        DurableMap<String, byte[]> map = open(true);
        map.put(KEY, VALUE);
        for (int i = 0; i < 40; i++) {
            map.put("other" + i, new byte[1 << 20]);
        }
        for (int bit = 0; bit < 32; bit++) {
            int flipped = bit;
            flip(SegmentLayout.HEADER + 4 + flipped / 8, flipped % 8);
            Target target = new Target();
            assertThatThrownBy(() -> map.copyTo(KEY, target)).isInstanceOf(StoreDamagedException.class);
            assertThat(target.array.length).as("bit=%d", bit).isLessThanOrEqualTo(1 << 20);
            flip(SegmentLayout.HEADER + 4 + flipped / 8, flipped % 8);
        }
    }

    @Test
    void otherKeysGoOnWhileOneIsDamaged() {
        DurableMap<String, byte[]> map = filled(Place.TABLE, true, null);
        flip(SegmentLayout.HEADER + 30, 2);
        for (int i = 0; i < OTHERS; i++) {
            assertThat(Objects.requireNonNull(map.get("other" + i))).containsExactly(i);
            assertThat(map.remove("other" + i)).isTrue();
        }
        map.put("later", VALUE);
        assertThat(map.get("later")).isEqualTo(VALUE);
        assertThatThrownBy(() -> map.get(KEY)).isInstanceOf(StoreDamagedException.class);
    }
}

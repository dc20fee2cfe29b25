package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.file.StoreCipher;
import io.tellask.store.file.StoreKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that are encrypted on disk: everything a map does, the wrong key, rotation, and what tampering meets. */
class EncryptionTest {
    private static final StoreKey KEY = StoreKey.of(new byte[StoreKey.BYTES]);
    private static final StoreKey OTHER = StoreKey.parse("ab".repeat(StoreKey.BYTES));
    private static final Instant EXPIRY = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    Path folder;

    record Person(String name, int age) {}

    private DurableMap<String, String> open(StoreKey key) {
        return DurableMap.builder(folder.resolve("store"), String.class, String.class)
                .encryption(key)
                .open();
    }

    @Test
    void doesAllThatAMapDoes() {
        for (int round = 0; round < 2; round++) {
            try (DurableMap<String, String> map = open(KEY)) {
                map.put("a", "1");
                map.put("b", "2", EXPIRY);
                assertThat(map.get("a")).isEqualTo("1");
                assertThat(map.getAll(List.of("a", "none", "b"))).containsExactly("1", null, "2");
                assertThat(map.getBytes("a")).isEqualTo("1".getBytes(StandardCharsets.UTF_8));
                map.putBytes("c", map.getBytes("a"));
                assertThat(map.<Long>view("c", value -> value.byteSize())).isEqualTo(1);
                Versioned<String> b = map.getVersioned("b");
                assertThat(b.value()).isEqualTo("2");
                assertThat(b.expiry()).isEqualTo(EXPIRY);
                assertThat(map.compareAndSet("b", b.sequence(), "3")).isTrue();
                assertThat(map.compute("a", (key, value) -> value + "!")).isEqualTo("1!");
                map.batch().put("d", "4").remove("c").commit();
                map.put("e", "5");
                assertThat(map.remove("e")).isTrue();
                assertThat(map.containsKey("e")).isFalse();
                Map<String, String> found = new TreeMap<>();
                map.forEach(found::put);
                assertThat(found).isEqualTo(Map.of("a", "1!", "b", "3", "d", "4"));
                try (Scan<String, String> scan = map.scan()) {
                    assertThat(scan.next()).isTrue();
                    assertThat(found).containsKey(new String(scan.keyBytes(), StandardCharsets.UTF_8));
                    assertThat(found).containsValue(new String(scan.valueBytes(), StandardCharsets.UTF_8));
                }
                try (Scan<String, String> scan = map.scan("b")) {
                    assertThat(scan.next()).isTrue();
                    assertThat(scan.key()).isEqualTo("b");
                    assertThat(scan.next()).isFalse();
                }
                assertThatThrownBy(() -> map.scan(new byte[1])).isInstanceOf(StoreTypeException.class);
                map.compact();
                assertThat(map.get("d")).isEqualTo("4");
            }
        }
    }

    @Test
    void keepsObjects() {
        Path directory = folder.resolve("objects");
        for (int round = 0; round < 2; round++) {
            try (DurableMap<Long, Person> map = DurableMap.builder(directory, Long.class, Person.class)
                    .encryption(KEY)
                    .open()) {
                map.put(1L, new Person("Ada", 36));
                assertThat(map.get(1L)).isEqualTo(new Person("Ada", 36));
            }
        }
    }

    @Test
    void leavesNoPlainTextOnDisk() throws IOException {
        try (DurableMap<String, String> map = open(KEY)) {
            map.put("a telling key", "a telling value");
        }
        for (Path file : new StoreImage(folder.resolve("store")).segments()) {
            assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .doesNotContain("telling");
        }
    }

    @Test
    void opensWithItsKeyOnly() {
        open(KEY).close();

        assertThatThrownBy(() -> open(OTHER))
                .isInstanceOf(StoreKeyException.class)
                .hasMessageContaining("give the key of this store");
        assertThatThrownBy(() -> DurableMap.open(folder.resolve("store"), String.class, String.class))
                .isInstanceOf(StoreKeyException.class)
                .hasMessageContaining("it is encrypted");
        assertThatThrownBy(() -> DurableMap.builder(folder.resolve("store"), Long.class, String.class)
                        .encryption(KEY)
                        .open())
                .isInstanceOf(StoreTypeException.class);
        DurableMap.open(folder.resolve("plain"), String.class, String.class).close();
        assertThatThrownBy(() -> DurableMap.builder(folder.resolve("plain"), String.class, String.class)
                        .encryption(KEY)
                        .open())
                .isInstanceOf(StoreKeyException.class)
                .hasMessageContaining("not encrypted");
        open(KEY).close();
    }

    @Test
    void readsOldValuesAfterTheKeyWasRotated() {
        try (DurableMap<String, String> map = open(KEY)) {
            map.put("old", "1");
        }
        StoreKey.rotate(folder.resolve("store"), KEY, OTHER);

        assertThatThrownBy(() -> open(KEY)).isInstanceOf(StoreKeyException.class);
        try (DurableMap<String, String> map = open(OTHER)) {
            map.put("new", "2");
            assertThat(map.get("old")).isEqualTo("1");
            map.put("old", "3");
            assertThat(map.size()).isEqualTo(2);
        }
        assertThatThrownBy(() -> StoreKey.rotate(folder.resolve("store"), KEY, OTHER))
                .isInstanceOf(StoreKeyException.class);
    }

    @Test
    void refusesOneRotationTooMany() {
        StoreKeys keys = StoreKeys.fresh();
        for (int i = 1; i < StoreKeys.MAX_KEYS; i++) {
            keys = keys.rotated();
        }
        StoreKeys full = keys;
        assertThat(full.active()).isEqualTo(StoreKeys.MAX_KEYS - 1);
        assertThatThrownBy(full::rotated).isInstanceOf(StoreLimitException.class);
    }

    @Test
    void noticesAChangedValueAndOneOfAnotherKey() {
        StoreKeys keys = StoreKeys.fresh();
        StoreCipher cipher = new StoreCipher(keys, new UUID(1, 2));
        byte[] key = {1};
        byte[] sealed = cipher.sealValue(key, new byte[] {5, 6}, 0, 2);
        assertThat(cipher.openValue(key, sealed)).containsExactly(5, 6);
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> cipher.openValue(key, changed)).isInstanceOf(StoreKeyException.class);
        }
        assertThatThrownBy(() -> cipher.openValue(new byte[] {2}, sealed)).isInstanceOf(StoreKeyException.class);
        assertThatThrownBy(() -> cipher.openValue(key, new byte[3])).isInstanceOf(StoreKeyException.class);
        assertThatThrownBy(() -> cipher.openKey(new byte[20])).isInstanceOf(StoreKeyException.class);
    }

    @Test
    void refusesKeysThatAreDamagedMissingOrOfAnotherStore() throws IOException {
        open(KEY).close();
        Path file = folder.resolve("store").resolve(StoreKeys.FILE);
        byte[] sound = Files.readAllBytes(file);
        byte[] damaged = sound.clone();
        damaged[50] ^= 1;
        Files.write(file, damaged);
        assertThatThrownBy(() -> open(KEY)).isInstanceOf(StoreDamagedException.class);
        DurableMap.builder(folder.resolve("other"), String.class, String.class)
                .encryption(KEY)
                .open()
                .close();
        Files.write(file, Files.readAllBytes(folder.resolve("other").resolve(StoreKeys.FILE)));
        assertThatThrownBy(() -> open(KEY)).isInstanceOf(StoreDamagedException.class);
        Files.delete(file);
        assertThatThrownBy(() -> open(KEY)).isInstanceOf(StoreKeyException.class);
        Files.write(file, sound);
        open(KEY).close();
    }

    @Test
    void isNotSoundWithoutItsKeysAndIsNeitherRepairedNorBackedUp() throws IOException {
        open(KEY).close();
        Path store = folder.resolve("store");
        Path file = store.resolve(StoreKeys.FILE);
        byte[] sound = Files.readAllBytes(file);
        assertThat(StoreCheck.run(store, StoreProgress.NONE).isSound()).isTrue();

        byte[] damaged = sound.clone();
        damaged[50] ^= 1;
        Files.write(file, damaged);
        saysOfItsKeys(new Damage("KEYS", -1, 0, sound.length, -1, "checksum differs"));
        Files.write(file, new byte[0]);
        saysOfItsKeys(new Damage("KEYS", -1, 0, 0, -1, "checksum differs"));
        Files.delete(file);
        saysOfItsKeys(new Damage("KEYS", -1, 0, 0, -1, "file is missing"));

        Files.write(file, sound);
        assertThat(StoreCheck.run(store, StoreProgress.NONE).isSound()).isTrue();
    }

    private void saysOfItsKeys(Damage damage) {
        Path store = folder.resolve("store");
        StoreCheck check = StoreCheck.run(store, StoreProgress.NONE);
        assertThat(check.isSound()).isFalse();
        assertThat(check.damages()).containsExactly(damage);
        assertThatThrownBy(() -> StoreRepair.run(store, StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(damage.reason());
        assertThatThrownBy(() -> StoreBackup.create(
                        store, folder.resolve("backup"), StoreBackup.Options.COPY, StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("KEYS");
        assertThat(folder.resolve("backup")).doesNotExist();
    }

    @Test
    void comesBackFromABackupWithItsKey() {
        try (DurableMap<String, String> map = open(KEY)) {
            map.put("a", "1");
            map.backup(folder.resolve("backup"), StoreBackup.Options.COPY, StoreProgress.NONE);
        }
        StoreBackup.restore(folder.resolve("backup"), folder.resolve("again"), StoreProgress.NONE);
        try (StoredMap stored = StoredMap.open(folder.resolve("again"), KEY)) {
            assertThat(stored.keys()).isEqualTo("string");
            assertThat(stored.map().get(new byte[] {'a'})).containsExactly('1');
        }
    }

    @Test
    void takesAKeyInThreeForms() throws IOException {
        Path file = folder.resolve("key");
        byte[] bytes = new byte[StoreKey.BYTES];
        bytes[3] = 7;
        for (byte[] content : List.of(
                bytes,
                (HexFormat.of().formatHex(bytes) + "\n").getBytes(StandardCharsets.US_ASCII),
                (Base64.getEncoder().encodeToString(bytes) + "\n").getBytes(StandardCharsets.US_ASCII))) {
            Files.write(file, content);
            assertThat(StoreKey.fromFile(file).key().getEncoded()).isEqualTo(bytes);
        }
        assertThat(StoreKey.of(bytes)).hasToString("StoreKey");
        for (String wrong : List.of("", "short", "g".repeat(64), "a".repeat(5000))) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> StoreKey.fromFile(file)).isInstanceOf(StoreKeyException.class);
        }
        assertThatThrownBy(() -> StoreKey.fromFile(folder.resolve("none"))).isInstanceOf(StoreKeyException.class);
        assertThatThrownBy(() -> StoreKey.fromEnvironment("TELLASK_NO_SUCH_KEY"))
                .isInstanceOf(StoreKeyException.class)
                .hasMessageContaining("TELLASK_NO_SUCH_KEY");
    }
}

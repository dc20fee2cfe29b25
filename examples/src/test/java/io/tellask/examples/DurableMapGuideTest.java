package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.store.ChangeFeed;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreLockedException;
import io.tellask.store.Versioned;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/DURABLE_MAP.md}, compiled and run; each of the page's Java blocks stands in this file. */
class DurableMapGuideTest {
    public record Account(String owner, long cents) {
        Account plus(long more) {
            return new Account(owner, cents + more);
        }
    }

    public record DayKey(String station, int day) {}

    public interface Shape {}

    public record Circle(double radius) implements Shape {}

    @TempDir
    private Path folder;

    @Test
    void isUsedLikeAMapInMemory() {
        try (DurableMap<String, Account> accounts = DurableMap.open(folder, String.class, Account.class)) {
            accounts.put("ada", new Account("Ada", 5_000));
            Account ada = accounts.get("ada"); // null if there is none
            accounts.compute("ada", (id, account) -> account == null ? null : account.plus(200));
            accounts.remove("grace");

            assertThat(ada).isEqualTo(new Account("Ada", 5_000));
        }
        try (DurableMap<String, Account> accounts = DurableMap.open(folder, String.class, Account.class)) {
            assertThat(accounts.get("ada")).isEqualTo(new Account("Ada", 5_200));
            assertThatThrownBy(() -> DurableMap.open(folder, String.class, Account.class))
                    .isInstanceOf(StoreLockedException.class);
        }
    }

    @Test
    void optionsComeFirst() {
        Path directory = folder;
        Codec codec = Codec.builder().allow(Circle.class).build();
        DurableMap<DayKey, Shape> map = DurableMap.builder(directory, DayKey.class, Shape.class)
                .durability(Durability.FORCED)
                .codec(codec)
                .expectedRecords(1_000_000)
                .open();

        map.put(new DayKey("Zugspitze", 7), new Circle(2));
        assertThat(map.get(new DayKey("Zugspitze", 7))).isEqualTo(new Circle(2));
        map.close();
    }

    @Test
    void changesManyKeysAsOne() {
        try (DurableMap<String, Account> accounts = DurableMap.open(folder, String.class, Account.class)) {
            accounts.put("ada", new Account("Ada", 5_000));
            accounts.put("grace", new Account("Grace", 0));

            Versioned<Account> from = accounts.getVersioned("ada");
            Versioned<Account> to = accounts.getVersioned("grace");
            boolean made = accounts.batch()
                    .require("ada", from.sequence())
                    .require("grace", to.sequence())
                    .put("ada", from.value().plus(-300))
                    .put("grace", to.value().plus(300))
                    .commit();

            assertThat(made).isTrue();
            assertThat(accounts.getAll(List.of("ada", "grace", "nobody")))
                    .containsExactly(new Account("Ada", 4_700), new Account("Grace", 300), null);
            assertThat(accounts.compareAndSet("ada", from.sequence(), from.value()))
                    .isFalse();
        }
    }

    @Test
    void valuesExpire() {
        try (DurableMap<String, String> sessions = DurableMap.open(folder, String.class, String.class)) {
            sessions.put("token", "ada", Instant.now().plus(Duration.ofHours(1)));

            assertThat(sessions.get("token")).isEqualTo("ada");
            assertThat(sessions.getVersioned("token").expiry()).isAfter(Instant.now());
        }
    }

    @Test
    void walksOverRecordsAndChanges() {
        try (DurableMap<String, Account> accounts = DurableMap.open(folder, String.class, Account.class)) {
            accounts.put("de/ada", new Account("Ada", 1));
            accounts.put("us/grace", new Account("Grace", 2));

            long sum = 0;
            try (Scan<String, Account> scan = accounts.scan("de/")) {
                while (scan.next()) {
                    sum += scan.value().cents();
                }
            }

            assertThat(sum).isEqualTo(1);
            List<String> changed = new ArrayList<>();
            long seen = 0;
            try (ChangeFeed<String, Account> changes = accounts.changes(seen + 1, 1 << 20)) {
                while (changes.next()) {
                    changed.add(changes.key());
                    seen = changes.sequence();
                }
            }
            assertThat(changed).containsExactly("de/ada", "us/grace");
            assertThat(seen).isEqualTo(accounts.sequence());
        }
    }

    @Test
    void isBackedUpWhileItIsUsed() {
        Path backup = folder.resolve("backup");
        try (DurableMap<String, Account> accounts =
                DurableMap.open(folder.resolve("store"), String.class, Account.class)) {
            accounts.put("ada", new Account("Ada", 1));
            accounts.backup(backup, new StoreBackup.Options(null, false, false), (done, all) -> {});
        }
        assertThat(backup.resolve("BACKUP")).exists();
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        Guide.assertIsCompiled(
                "DURABLE_MAP.md",
                6,
                "test/java/io/tellask/examples/DurableMapGuideTest.java",
                "main/java/io/tellask/examples/KeyValueServer.java");
    }
}

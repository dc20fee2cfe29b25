package io.tellask.kv.resp.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How many keys a transaction adds and removes so far. */
class PendingChangesTest {
    private static final byte[] VALUE = new byte[1];

    private final PendingChanges changes = new PendingChanges();
    private final Set<String> before = new HashSet<>(List.of("a", "b"));
    private final List<String> asked = new ArrayList<>();

    private static byte[] key(String name) {
        return name.getBytes(ISO_8859_1);
    }

    private long sizeChange() {
        return changes.sizeChange(bytes -> {
            String name = new String(bytes, ISO_8859_1);
            asked.add(name);
            return before.contains(name);
        });
    }

    @Test
    void countsWhatComesAndGoes() {
        changes.put(key("a"), VALUE, Database.NEVER);
        assertThat(sizeChange()).isZero();
        changes.put(key("c"), VALUE, Database.NEVER);
        assertThat(sizeChange()).isOne();
        changes.remove(key("a"));
        changes.remove(key("b"));
        assertThat(sizeChange()).isEqualTo(-1);
        changes.put(key("a"), VALUE, Database.NEVER);
        changes.remove(key("c"));
        assertThat(sizeChange()).isEqualTo(-1);
    }

    @Test
    void asksOnceForEachKey() {
        for (int i = 0; i < 100; i++) {
            changes.put(key("k" + i % 10), VALUE, Database.NEVER);
            assertThat(sizeChange()).isEqualTo(Math.min(i + 1, 10));
        }
        assertThat(asked).hasSize(10);
    }

    @Test
    void agreesWithSetsAfterRandomChanges() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        Set<String> after = new HashSet<>(before);
        for (int i = 0; i < 1_000; i++) {
            String name = Character.toString('a' + random.nextInt(6));
            if (random.nextBoolean()) {
                changes.put(key(name), VALUE, Database.NEVER);
                after.add(name);
            } else {
                changes.remove(key(name));
                after.remove(name);
            }
            if (random.nextInt(3) == 0) {
                assertThat(sizeChange()).isEqualTo(after.size() - before.size());
            }
        }
    }

    @Test
    void theFirstKeyIsOneThatWillBeThere() {
        changes.remove(key("a"));
        assertThat(changes.firstKey()).isNull();
        changes.put(key("c"), VALUE, Database.NEVER);
        changes.put(key("d"), VALUE, Database.NEVER);
        assertThat(changes.firstKey()).isEqualTo(key("c"));
    }
}

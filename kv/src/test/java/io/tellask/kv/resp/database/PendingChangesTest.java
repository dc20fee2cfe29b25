package io.tellask.kv.resp.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.store.StoreLimitException;
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

    private final PendingChanges changes = new PendingChanges(Integer.MAX_VALUE, bytes -> true);
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

    @Test
    void refusesAtOnceWhatCannotBecomeOneRecord() {
        PendingChanges bounded = new PendingChanges(10 * (PendingChanges.LEAST_BYTES + 2), bytes -> true);
        for (int i = 0; i < 20; i++) {
            bounded.put(key("k" + i % 10), new byte[0], Database.NEVER);
        }
        assertThat(bounded.isComplete()).isTrue();
        assertThatThrownBy(() -> bounded.remove(key("x")))
                .isInstanceOf(StoreLimitException.class)
                .hasMessageContaining("batchBytes=260; commit in parts or raise the limit");
        assertThat(bounded.count()).isEqualTo(10);
        assertThatThrownBy(bounded::isComplete).isInstanceOf(StoreLimitException.class);
    }

    @Test
    void asksForTheMemoryOfWhatItHolds() {
        long[] left = {64 << 10};
        PendingChanges bounded = new PendingChanges(Integer.MAX_VALUE, bytes -> (left[0] -= bytes) >= 0);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        bounded.remove(key("k" + i));
                    }
                })
                .isInstanceOf(ErrorReply.class);
        assertThat(bounded.count()).isBetween(300, 450);
    }
}

package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.graph.HeadNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that are small but would take ages to hash. */
@Timeout(120)
class HashBombsTest {
    private final Codec codec =
            Codec.builder().allow(Pair.class, Colliding.class, Ordered.class).build();

    record Pair(Object left, Object right) {}

    record Colliding(int number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    record Ordered(int number) implements Comparable<Ordered> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(Ordered other) {
            return Integer.compare(number, other.number);
        }
    }

    /** An identity map never hashes its keys' contents; its bytes then become those of a hash map, which does. */
    private byte[] asKey(Object key) {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        map.put(key, null);
        byte[] bytes = codec.encode(map);
        assertThat(bytes[1]).isEqualTo((byte) HeadNumbers.EXTENDED);
        byte[] hashed = new byte[bytes.length - 1];
        hashed[0] = bytes[0];
        hashed[1] = 34;
        System.arraycopy(bytes, 3, hashed, 2, bytes.length - 3);
        return hashed;
    }

    /** Hashed by its identity, so that nothing behind it is visited. */
    static final class Knot {
        Object left;
        Object right;
    }

    @Test
    void keyHashedByItsIdentityMayShareExponentially() {
        Codec knots = codec.toBuilder().allow(Knot.class).build();
        Object tree = "leaf";
        for (int level = 0; level < 100; level++) {
            Knot knot = new Knot();
            knot.left = tree;
            knot.right = tree;
            tree = new HashSet<>(Set.of(knot));
        }

        assertThat((Set<?>) knots.decode(knots.encode(tree), Object.class)).hasSize(1);
    }

    @Test
    void keyThatSharesExponentiallyIsRefused() {
        Object tree = "leaf";
        for (int level = 0; level < 100; level++) {
            tree = new Pair(tree, tree);
        }
        byte[] bytes = asKey(tree);

        assertThat(bytes.length).isLessThan(1_000);
        assertThatThrownBy(() -> codec.decode(bytes, Map.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects=10000000");
    }

    @Test
    void setsNestedInKeysAreRefusedBeyondTheLimit() {
        assertThat(codec.decode(nested(HashCostBudget.MAX_NESTING), Map.class)).hasSize(1);
        assertThatThrownBy(() -> codec.decode(nested(HashCostBudget.MAX_NESTING + 1), Map.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("sets and maps within keys=17 > MAX_NESTING=16");
    }

    /** A map whose key holds sets in sets, the innermost empty. */
    private byte[] nested(int sets) {
        Set<Object> set = new HashSet<>();
        for (int i = 1; i < sets; i++) {
            set = new HashSet<>(Set.of(set));
        }
        return asKey(set);
    }

    @Test
    void moderateSharingInKeysIsRead() {
        List<Object> shared = new ArrayList<>(List.of(1, 2, 3));
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            map.put(new Pair(i, shared), shared);
        }

        assertThat(RoundTrips.standalone(codec, map)).isEqualTo(map);
    }

    @Test
    void keysMadeToCollideAreRefused() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(new Colliding(i));
        }
        byte[] bytes = codec.encode(many);
        bytes[1] = 26;

        assertThatThrownBy(() -> codec.decode(bytes, Set.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("comparisons of keys=");
    }

    @Test
    void comparableKeysMayCollide() {
        Set<Object> many = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(new Ordered(i));
        }

        assertThat(RoundTrips.standalone(codec, many)).isEqualTo(many);
    }

    @Test
    void valueOfAnImmutableMapMayReachItsOwner() {
        List<Object> owner = new ArrayList<>();
        owner.add(Map.of("owner", owner));

        List<Object> back = RoundTrips.standalone(codec, owner);

        assertThat(((Map<?, ?>) back.get(0)).get("owner")).isSameAs(back);
    }

    @Test
    void keyOfAnImmutableSetMayReachTheSetsOwner() {
        List<Object> owner = new ArrayList<>();
        owner.add(Set.of(new Pair(1, new Object[] {owner})));

        List<Object> back = RoundTrips.standalone(codec, owner);

        Pair key = (Pair) ((Set<?>) back.get(0)).iterator().next();
        assertThat(((Object[]) key.right())[0]).isSameAs(back);
        assertThat(((Set<?>) back.get(0)).contains(key)).isTrue();
    }
}

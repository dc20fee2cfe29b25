package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyRingTest {
    private static final int KEYS = 20_000;
    private static final int ROUTEES = 10;

    private static final class Node implements Routee {
        private boolean gone;

        @Override
        public long load(Asker asker) {
            return 0;
        }

        @Override
        public boolean isGone(Asker asker) {
            return gone;
        }

        @Override
        public void watch(StopWatch watch) {
            throw new AssertionError("nobody watches it");
        }
    }

    private final List<Node> nodes =
            IntStream.range(0, ROUTEES + 1).mapToObj(number -> new Node()).toList();
    private final KeyRing ring = new KeyRing(Routee.class, null);

    private Map<Integer, Routee> owners() {
        return IntStream.range(0, KEYS).boxed().collect(Collectors.toMap(key -> key, key -> ring.next("key " + key)));
    }

    private static long moved(Map<Integer, Routee> before, Map<Integer, Routee> after) {
        return before.keySet().stream()
                .filter(key -> before.get(key) != after.get(key))
                .count();
    }

    @Test
    void keysAreSharedAboutEvenly() {
        ring.add(nodes.subList(0, ROUTEES));
        Map<Routee, Integer> shares = new HashMap<>();
        owners().values().forEach(owner -> shares.merge(owner, 1, Integer::sum));
        assertThat(shares).hasSize(ROUTEES);
        assertThat(shares.values()).allSatisfy(share -> assertThat(share).isBetween(1_333, 2_667));
    }

    @Test
    void keysThatMoveToAnAddedRouteeAreItsShare() {
        ring.add(nodes.subList(0, ROUTEES));
        Map<Integer, Routee> before = owners();
        ring.add(List.of(nodes.get(ROUTEES)));
        Map<Integer, Routee> after = owners();
        assertThat(moved(before, after)).isBetween(1L, KEYS / ROUTEES * 3L / 2);
        assertThat(after.entrySet().stream()
                        .filter(entry -> before.get(entry.getKey()) != entry.getValue())
                        .map(Map.Entry::getValue))
                .containsOnly(nodes.get(ROUTEES));
    }

    @Test
    void routeeInPlaceOfOneThatWentHasItsKeys() {
        ring.add(nodes.subList(0, ROUTEES));
        Map<Integer, Routee> before = owners();
        nodes.get(3).gone = true;
        Map<Integer, Routee> between = owners();
        assertThat(between.values()).doesNotContain(nodes.get(3));
        assertThat(moved(before, between))
                .isEqualTo(before.values().stream()
                        .filter(owner -> owner == nodes.get(3))
                        .count());
        ring.add(List.of(nodes.get(ROUTEES)));
        Map<Integer, Routee> after = owners();
        before.replaceAll((key, owner) -> owner == nodes.get(3) ? nodes.get(ROUTEES) : owner);
        assertThat(after).isEqualTo(before);
    }

    @Test
    void ringsOfTheSameOrderAgree() {
        ring.add(nodes.subList(0, ROUTEES));
        KeyRing other = new KeyRing(Routee.class, null);
        List<Node> others =
                IntStream.range(0, ROUTEES).mapToObj(number -> new Node()).toList();
        others.forEach(node -> other.add(List.of(node)));
        ToIntFunction<Object> place = nodes::indexOf;
        for (long key = -KEYS; key < KEYS; key++) {
            assertThat(others.indexOf(other.next(key))).isEqualTo(place.applyAsInt(ring.next(key)));
        }
    }
}

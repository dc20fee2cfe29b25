package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlotPlanTest {
    @Test
    void aPlanBalancesWithAsFewMovesAsPossible() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        for (int round = 0; round < 50; round++) {
            Map<String, BitSet> owners = new TreeMap<>();
            int groups = random.nextInt(1, 9);
            for (int i = 0; i < groups; i++) {
                owners.put("g" + i, new BitSet());
            }
            for (int slot = 0; slot < Slots.COUNT; slot++) {
                owners.get("g" + random.nextInt(random.nextInt(1, groups + 1))).set(slot);
            }
            List<String> keeping = new ArrayList<>(owners.keySet());
            keeping.removeIf(name -> keeping.size() > 1 && random.nextInt(3) == 0);
            int least = Slots.COUNT / keeping.size();
            int larger = Slots.COUNT % keeping.size();
            int needed = leastMoves(owners, keeping, least, larger);
            int moved = 0;
            for (SlotPlan.Step step : SlotPlan.balance(owners, keeping)) {
                assertThat(step.slots().cardinality()).isBetween(1, SlotPlan.MOST_SLOTS);
                assertThat(step.slots().stream().allMatch(owners.get(step.source())::get))
                        .isTrue();
                owners.get(step.source()).andNot(step.slots());
                owners.get(step.target()).or(step.slots());
                moved += step.slots().cardinality();
            }
            owners.forEach((name, slots) -> {
                if (keeping.contains(name)) {
                    assertThat(slots.cardinality()).isBetween(least, larger == 0 ? least : least + 1);
                } else {
                    assertThat(slots.cardinality()).isZero();
                }
            });
            assertThat(moved).isEqualTo(needed);
            assertThat(SlotPlan.balance(owners, keeping)).isEmpty();
        }
    }

    /** What is too many at each group: those with most slots may keep one more. */
    private static int leastMoves(Map<String, BitSet> owners, List<String> keeping, int least, int larger) {
        List<Integer> kept = keeping.stream()
                .map(name -> owners.get(name).cardinality())
                .sorted((one, other) -> other - one)
                .toList();
        int staying = 0;
        for (int i = 0; i < kept.size(); i++) {
            staying += Math.min(kept.get(i), least + (i < larger ? 1 : 0));
        }
        return Slots.COUNT - staying;
    }

    @Test
    void slotsThatAreThereStay() {
        Map<String, BitSet> owners = Map.of("a", Slots.of(1, 2), "b", Slots.of(3));
        assertThat(SlotPlan.to("a", Slots.of(2, 3, 4), owners))
                .containsExactly(new SlotPlan.Step("b", "a", Slots.of(3)));
    }
}

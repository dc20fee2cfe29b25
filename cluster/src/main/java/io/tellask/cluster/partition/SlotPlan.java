package io.tellask.cluster.partition;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which slots are to move so that groups have as many each, with as few moves as possible. Stateless. */
final class SlotPlan {
    /** Slots that move at a time, at most. */
    static final int MOST_SLOTS = 512;

    private SlotPlan() {}

    /** Slots that go from one group to another; {@link #MOST_SLOTS} at most. */
    record Step(String source, String target, BitSet slots) {}

    /**
     * The steps after which the groups to keep have {@code COUNT / groups} slots each, or one more, and others none. A slot moves once at most, and
     * none that may stay.
     */
    static List<Step> balance(Map<String, BitSet> owners, Collection<String> keeping) {
        Map<String, Integer> wanted = wanted(owners, keeping);
        List<Step> steps = new ArrayList<>();
        Map<String, BitSet> spare = new TreeMap<>();
        owners.forEach((group, slots) -> spare.put(group, beyond(slots, wanted.getOrDefault(group, 0))));
        wanted.forEach((target, count) -> {
            int missing = count - owners.getOrDefault(target, new BitSet()).cardinality();
            for (Map.Entry<String, BitSet> each : spare.entrySet()) {
                while (missing > 0 && !each.getValue().isEmpty()) {
                    BitSet some = first(each.getValue(), Math.min(missing, MOST_SLOTS));
                    each.getValue().andNot(some);
                    missing -= some.cardinality();
                    steps.add(new Step(each.getKey(), target, some));
                }
            }
        });
        return steps;
    }

    /** How many slots each group is to have; those that have most get those that cannot be divided. */
    private static Map<String, Integer> wanted(Map<String, BitSet> owners, Collection<String> keeping) {
        int all = owners.values().stream().mapToInt(BitSet::cardinality).sum();
        List<String> largestFirst = new ArrayList<>(new TreeSet<>(keeping));
        largestFirst.sort((one, other) -> Integer.compare(count(owners, other), count(owners, one)));
        Map<String, Integer> wanted = new TreeMap<>();
        for (int i = 0; i < largestFirst.size(); i++) {
            wanted.put(largestFirst.get(i), all / largestFirst.size() + (i < all % largestFirst.size() ? 1 : 0));
        }
        return wanted;
    }

    private static int count(Map<String, BitSet> owners, String group) {
        return owners.getOrDefault(group, new BitSet()).cardinality();
    }

    /** All but so many of the first ones. */
    private static BitSet beyond(BitSet slots, int count) {
        BitSet rest = (BitSet) slots.clone();
        rest.andNot(first(slots, count));
        return rest;
    }

    private static BitSet first(BitSet slots, int count) {
        BitSet some = new BitSet();
        slots.stream().limit(count).forEach(some::set);
        return some;
    }

    /** The steps that bring slots to a group, from wherever they are. */
    static List<Step> to(String target, BitSet slots, Map<String, BitSet> owners) {
        List<Step> steps = new ArrayList<>();
        new TreeMap<>(owners).forEach((source, its) -> {
            BitSet rest = (BitSet) its.clone();
            rest.and(slots);
            while (!source.equals(target) && !rest.isEmpty()) {
                BitSet some = first(rest, MOST_SLOTS);
                rest.andNot(some);
                steps.add(new Step(source, target, some));
            }
        });
        return steps;
    }

    static BitSet all() {
        BitSet all = new BitSet(Slots.COUNT);
        all.set(0, Slots.COUNT);
        return all;
    }
}

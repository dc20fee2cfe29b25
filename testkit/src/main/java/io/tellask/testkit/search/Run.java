package io.tellask.testkit.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The steps of one run, and which of them could have come the other way round.
 *
 * <p>A step happens before a later one if both are of one process, if they conflict, if it caused the other, or by way of a third. Two steps race if one
 * happens before the other by a conflict alone, with no third between them: some other run has them the other way round. Belongs to one thread.
 */
final class Run {
    private static final int NOWHERE = -1;

    /** A step, the node where it was chosen, and whether it could have come before another with which it conflicts. */
    private record Event(int process, Footprint footprint, BitSet causes, int node, boolean races) {}

    /** What a race asks for: at the node of its first step some other process should begin. */
    record Reversal(int node, BitSet beginners) {}

    private final List<Event> events = new ArrayList<>();

    int length() {
        return events.size();
    }

    void clear() {
        events.clear();
    }

    /** Adds a step, and the place in the tree where it was chosen. */
    void add(int process, Footprint footprint, BitSet causes, int node) {
        events.add(new Event(process, footprint, causes, node, true));
    }

    /** Adds time that passed as nothing else was possible, and whether it could have passed before that. */
    void addTime(boolean races) {
        events.add(new Event(Decisions.TIME, Footprint.ofEverything(), new BitSet(), NOWHERE, races));
    }

    Footprint lastFootprint() {
        return events.getLast().footprint;
    }

    /** What races ask for whose second step is at least so late. */
    List<Reversal> reversals(int fromEvent) {
        List<BitSet> before = new ArrayList<>(events.size());
        List<Reversal> reversals = new ArrayList<>();
        for (int later = 0; later < events.size(); later++) {
            BitSet happened = new BitSet();
            BitSet direct = new BitSet();
            for (int earlier = later - 1; earlier >= 0; earlier--) {
                if (!happened.get(earlier) && isOrdered(earlier, later)) {
                    happened.or(before.get(earlier));
                    happened.set(earlier);
                    direct.set(earlier);
                }
            }
            before.add(happened);
            for (int earlier = direct.nextSetBit(0);
                    later >= fromEvent && earlier >= 0;
                    earlier = direct.nextSetBit(earlier + 1)) {
                if (isRace(earlier, later)) {
                    reversals.add(new Reversal(events.get(earlier).node, beginners(earlier, later, before)));
                }
            }
        }
        return reversals;
    }

    private boolean isOrdered(int earlier, int later) {
        Event first = events.get(earlier);
        Event second = events.get(later);
        return first.process == second.process
                || second.causes.get(earlier)
                || first.footprint.conflictsWith(second.footprint);
    }

    private boolean isRace(int earlier, int later) {
        Event first = events.get(earlier);
        Event second = events.get(later);
        return first.node != NOWHERE && second.races && first.process != second.process && !second.causes.get(earlier);
    }

    /** Who can begin, in the place of a step, what does not need that step, up to a later one that races with it. */
    private BitSet beginners(int earlier, int later, List<BitSet> before) {
        BitSet kept = new BitSet();
        BitSet seen = new BitSet();
        BitSet beginners = new BitSet();
        for (int event = earlier + 1; event <= later; event++) {
            if (event < later && before.get(event).get(earlier)) {
                continue;
            }
            int process = events.get(event).process;
            if (!seen.get(process) && !before.get(event).intersects(kept)) {
                beginners.set(process);
            }
            seen.set(process);
            kept.set(event);
        }
        return beginners;
    }
}

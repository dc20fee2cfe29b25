package io.tellask.testkit.search;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decides as another does, and keeps what it chose. Belongs to one thread. */
public final class Recording implements Decisions {
    private final Decisions decisions;
    private final SortedMap<Integer, Integer> chosen = new TreeMap<>();
    private int places;

    /** Records one run. */
    public Recording(Decisions decisions) {
        this.decisions = decisions;
    }

    @Override
    public int next(int[] enabled, int preferred) {
        int process = decisions.next(enabled, preferred);
        if (process != CUT) {
            note(enabled.length, process, preferred);
        }
        return process;
    }

    @Override
    public int choose(int options) {
        int option = decisions.choose(options);
        note(options, option, 0);
        return option;
    }

    private void note(int options, int choice, int preferred) {
        if (options > 1) {
            if (choice != preferred) {
                chosen.put(places, choice);
            }
            places++;
        }
    }

    @Override
    public void stepped(int process, Footprint footprint, BitSet causes) {
        decisions.stepped(process, footprint, causes);
    }

    @Override
    public void timePassed(boolean races) {
        decisions.timePassed(races);
    }

    /** What was chosen so far, with the seed of what is random besides. */
    public Choices choices(long seed) {
        return new Choices(seed, chosen);
    }
}

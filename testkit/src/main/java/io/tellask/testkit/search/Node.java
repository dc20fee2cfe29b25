package io.tellask.testkit.search;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A place where a run could go on in several ways, and which of them are still to be tried. Belongs to one thread. */
final class Node {
    final int[] enabled;
    final boolean ofChoice; // of a process at its step, rather than between processes
    final BitSet wanted = new BitSet(); // tried, or to be tried
    final BitSet tried = new BitSet();
    final Map<Integer, Footprint> asleep = new HashMap<>(); // what would be seen again, and the footprint of its step
    final int firstEvent; // of the run that what is chosen here belongs to
    int chosen;
    Footprint footprint = new Footprint(); // of what is chosen, over all runs through it

    private Node(int[] enabled, boolean ofChoice, int firstEvent) {
        this.enabled = enabled;
        this.ofChoice = ofChoice;
        this.firstEvent = firstEvent;
    }

    static Node ofProcesses(int[] enabled, int firstEvent) {
        return new Node(enabled, false, firstEvent);
    }

    static Node ofOptions(int options, int firstEvent) {
        return new Node(all(options), true, firstEvent);
    }

    static int[] all(int options) {
        return IntStream.range(0, options).toArray();
    }

    boolean isEnabled(int process) {
        for (int known : enabled) {
            if (known == process) {
                return true;
            }
        }
        return false;
    }

    void wantAll() {
        for (int process : enabled) {
            wanted.set(process);
        }
    }

    void choose(int process) {
        chosen = process;
        wanted.set(process);
        footprint = new Footprint();
    }

    /** Leaves what was chosen behind; the next to be tried, or null. */
    @Nullable
    Integer nextWanted() {
        tried.set(chosen);
        for (int process : enabled) {
            if (wanted.get(process) && !tried.get(process) && !asleep.containsKey(process)) {
                return process;
            }
        }
        return null;
    }
}

package io.tellask.testkit.search;

import io.tellask.testkit.search.Run.Reversal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The tree of all runs of something that repeats exactly when it is told the same choices: each run follows a path, {@link #advance} picks the next one.
 *
 * <pre>
 * run      next(enabled) -> process    stepped(process, footprint, causes)    next ...    (choose(options) within a step)
 * advance  races of the run -> what else is to be tried at earlier nodes;  leave the deepest node that has something left
 * </pre>
 *
 * <p>Reduced, runs that differ only in the order of steps that do not conflict count as one, and one of them is taken to its end: dynamic partial-order
 * reduction with source sets and sleep sets (Abdulla, Aronsson, Jonsson, Sagonas: Optimal dynamic partial order reduction, POPL 2014, algorithm 1). A run
 * that turns out to repeat another is cut. Not reduced, every order is tried. A bound on preemptions does without the reduction: the run that it would take in
 * the place of others may be beyond the bound. Belongs to one thread.
 */
public final class ScheduleTree implements Decisions {
    private final boolean reduced;
    private final int maxDepth;
    private final int maxPreemptions;
    private final List<Node> path = new ArrayList<>();
    private final Run run = new Run();
    private int depth; // how many nodes of the path this run has passed
    private int changedEvent; // the first of this run that the last one did not have
    private int stepNode; // where the step under way was chosen
    private int lastProcess = TIME;
    private int preemptions; // of this run
    private boolean bounded;

    /**
     * A tree of which nothing is known yet.
     *
     * @param reduced whether steps that do not conflict are taken in one order only
     * @param maxDepth how many of the first choices of a run are varied, those with one possibility among them
     * @param maxPreemptions how often a process that could go on may be left for another in one run
     */
    public ScheduleTree(boolean reduced, int maxDepth, int maxPreemptions) {
        this.reduced = reduced && maxPreemptions == Integer.MAX_VALUE;
        this.maxDepth = maxDepth;
        this.maxPreemptions = maxPreemptions;
    }

    @Override
    public int next(int[] enabled, int preferred) {
        if (depth == path.size()) {
            Node node = Node.ofProcesses(enabled, run.length());
            fallAsleep(node);
            int first = awake(node, preferred);
            if (first == CUT) {
                return CUT;
            }
            node.choose(first);
            wantOthers(node);
            path.add(node);
        }
        Node node = path.get(depth);
        requireSame(node, enabled);
        if (node.chosen != lastProcess && isLastEnabled(node)) {
            preemptions++;
        }
        stepNode = depth++;
        lastProcess = node.chosen;
        return node.chosen;
    }

    private void fallAsleep(Node node) {
        if (!reduced || path.isEmpty()) {
            return;
        }
        Footprint last = run.lastFootprint();
        Node before = path.get(stepNode);
        before.asleep.forEach((process, footprint) -> {
            if (process != before.chosen && !footprint.conflictsWith(last)) {
                node.asleep.put(process, footprint);
            }
        });
    }

    private static int awake(Node node, int preferred) {
        if (!node.asleep.containsKey(preferred)) {
            return preferred;
        }
        for (int process : node.enabled) {
            if (!node.asleep.containsKey(process)) {
                return process;
            }
        }
        return CUT;
    }

    private void wantOthers(Node node) {
        if (node.enabled.length == 1 || reduced && !node.isEnabled(TIME)) {
            return;
        }
        if (path.size() >= maxDepth || preemptions >= maxPreemptions && isLastEnabled(node)) {
            bounded = true;
        } else if (reduced) {
            node.wanted.set(TIME); // a step may call off the only timer: then no run shows that time races with it
        } else {
            node.wantAll();
        }
    }

    private boolean isLastEnabled(Node node) {
        return lastProcess != TIME && node.isEnabled(lastProcess);
    }

    @Override
    public int choose(int options) {
        if (depth == path.size()) {
            Node node = Node.ofOptions(options, run.length());
            node.choose(0);
            if (path.size() < maxDepth) {
                node.wantAll();
            } else {
                bounded |= options > 1;
            }
            path.add(node);
        }
        Node node = path.get(depth++);
        requireSame(node, Node.all(options));
        return node.chosen;
    }

    private static void requireSame(Node node, int[] enabled) {
        if (!Arrays.equals(node.enabled, enabled)) {
            throw new IllegalStateException("exploration: a run did not repeat, possible="
                    + Arrays.toString(enabled) + " where that was " + Arrays.toString(node.enabled)
                    + "; a scenario must make everything anew, and take chance and time from its trial");
        }
    }

    @Override
    public void stepped(int process, Footprint footprint, BitSet causes) {
        path.get(stepNode).footprint.add(footprint);
        run.add(process, footprint, causes, stepNode);
    }

    @Override
    public void timePassed(boolean races) {
        run.addTime(races);
    }

    /** Ends the run, and prepares the next one; false: there is none left. */
    public boolean advance() {
        if (reduced) {
            run.reversals(changedEvent).forEach(this::want);
        }
        run.clear();
        depth = 0;
        stepNode = 0;
        lastProcess = TIME;
        preemptions = 0;
        while (!path.isEmpty()) {
            Node last = path.getLast();
            if (reduced && !last.ofChoice) {
                last.asleep.put(last.chosen, last.footprint);
            }
            Integer next = last.nextWanted();
            if (next != null) {
                last.choose(next);
                changedEvent = last.firstEvent;
                return true;
            }
            path.removeLast();
        }
        return false;
    }

    private void want(Reversal reversal) {
        Node node = path.get(reversal.node());
        if (node.wanted.intersects(reversal.beginners())) {
            return;
        }
        if (reversal.node() >= maxDepth) {
            bounded = true;
            return;
        }
        int beginner = reversal.beginners().nextSetBit(0);
        if (beginner >= 0 && node.isEnabled(beginner)) {
            node.wanted.set(beginner);
        } else {
            node.wantAll();
        }
    }

    /** Whether a bound kept something from being tried. */
    public boolean isBounded() {
        return bounded;
    }

    /** Whether steps that do not conflict are taken in one order only. */
    public boolean isReduced() {
        return reduced;
    }
}

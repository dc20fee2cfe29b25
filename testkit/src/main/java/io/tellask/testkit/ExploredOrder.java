package io.tellask.testkit;

import io.tellask.testkit.search.Decisions;
import io.tellask.testkit.search.Footprint;
import io.tellask.testkit.search.Recording;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the decisions of a run which dispatcher goes next, and tells them what each step touched. Belongs to the thread of the steps. */
final class ExploredOrder implements Order {
    private final Recording decisions;
    private final StepWatch watch;
    private final StepThread thread;
    private final Thread tester = Thread.currentThread();
    private final boolean timeRaces;
    private final long endNanos;
    private final BitSet late = new BitSet(); // the numbers of dispatchers that are preferred to none
    private @Nullable Simulation simulation;
    private boolean open = true; // what happens is explored
    private boolean timeChosen;
    private int last;
    private volatile String leftOut = "";

    ExploredOrder(Recording decisions, StepWatch watch, StepThread thread, boolean timeRaces, long endNanos) {
        this.decisions = decisions;
        this.watch = watch;
        this.thread = thread;
        this.timeRaces = timeRaces;
        this.endNanos = endNanos;
    }

    void simulation(Simulation stepped) {
        simulation = stepped;
    }

    /** Takes this dispatcher last where nothing else is chosen. */
    void preferLast(SimulatedDispatcher dispatcher) {
        late.set(dispatcher.number());
    }

    /** From here on nothing is chosen: what is preferred is done. */
    void close() {
        open = false;
    }

    /**
     * What other threads hand over would come at another step in each run: also what the collector leads to, when it finds that nobody has a remote
     * reference any more.
     */
    @Override
    public boolean admitsCurrentThread() {
        Thread current = Thread.currentThread();
        boolean admits = current == tester || thread.isCurrent();
        if (!admits) {
            leftOut = current.getName();
        }
        return admits;
    }

    /** The thread from which something was left out; empty if there was none. */
    String leftOut() {
        return leftOut;
    }

    @Override
    public int next(List<SimulatedDispatcher> ready, long timerNanos) {
        BitSet numbers = new BitSet();
        ready.forEach(dispatcher -> numbers.set(dispatcher.number()));
        int preferred = preferred(numbers);
        if (!open) {
            return indexOf(preferred, ready);
        }
        if (timeRaces && timerNanos <= endNanos) {
            numbers.set(Decisions.TIME);
        }
        last = decisions.next(numbers.stream().toArray(), preferred);
        if (last == Decisions.CUT) {
            throw new RunCut();
        }
        timeChosen = last == Decisions.TIME;
        return timeChosen ? TIME : indexOf(last, ready);
    }

    /** The one that went last if it is ready, else the first that is not late. */
    private int preferred(BitSet numbers) {
        if (last != Decisions.TIME && numbers.get(last)) {
            return last;
        }
        BitSet early = (BitSet) numbers.clone();
        early.andNot(late);
        return (early.isEmpty() ? numbers : early).nextSetBit(0);
    }

    private static int indexOf(int number, List<SimulatedDispatcher> ready) {
        for (int index = 0; index < ready.size(); index++) {
            if (ready.get(index).number() == number) {
                return index;
            }
        }
        throw new IllegalStateException("exploration: dispatcher number=" + number + " is not ready");
    }

    @Override
    public void added(SimulatedDispatcher dispatcher, Runnable task) {
        watch.added(dispatcher, task);
    }

    @Override
    public void timersTouched(SimulatedDispatcher dispatcher) {
        watch.touch("timers", dispatcher.number());
    }

    @Override
    public void begins(Schedule.Step step) {
        if (open) {
            watch.begins(step);
        }
    }

    @Override
    public void ends(Schedule.Step step) {
        if (open) {
            Footprint footprint = watch.ends(step, simulation == null ? 0 : simulation.nanoTime());
            decisions.stepped(step.dispatcher().number(), footprint, watch.causes());
        }
    }

    @Override
    public void timePassed() {
        if (!open) {
            return;
        }
        watch.timePassed();
        if (timeChosen) {
            timeChosen = false;
            decisions.stepped(Decisions.TIME, Footprint.ofEverything(), new BitSet());
        } else {
            decisions.timePassed(timeRaces);
        }
    }
}

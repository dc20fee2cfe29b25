package io.tellask.testkit;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.WaitingMessage;
import io.tellask.testkit.search.Footprint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees what each step of a run touches: mailboxes, promises, timers, and what the scenario names.
 *
 * <pre>
 * A step of an actor   touches
 *   sends a message      the mailbox that it goes to
 *   is refused           the mailbox
 *   settles, cancels, looks at or attaches to a promise   the promises of the actor that made it
 *   sets, cancels, is a timer   the timers of its dispatcher
 *   spawns               what all have that spawn
 *   takes a message      nothing; its own mailbox, if that is bounded more narrowly than by default, or if the actor stops
 * and needs the step that sent the message which it takes: the mailbox is in the order of sending.
 * </pre>
 *
 * <p>That holds where each dispatcher has one actor and runs nothing else; {@link #sharedBecause} tells where it does not. Belongs to the thread of the steps.
 */
final class StepWatch {
    /** An actor that something was sent to. */
    private static final class Known {
        final ActorCell<?> cell;
        final List<Integer> senders = new ArrayList<>(); // of each message, the number of the step
        int taken;
        boolean stopped;

        Known(ActorCell<?> cell) {
            this.cell = cell;
        }

        boolean isNarrow() {
            return cell.mailbox().isNarrow();
        }
    }

    /** Something that steps touch. */
    private record Thing(String kind, Object which) {}

    /** Numbers things, the same in all runs of an exploration. */
    static final class Numbers {
        private final Map<Thing, Integer> known = new HashMap<>();

        int of(String kind, Object which) {
            return known.computeIfAbsent(new Thing(kind, which), unknown -> known.size());
        }
    }

    private final Numbers numbers;
    private final boolean traced;
    private final List<Known> actors = new ArrayList<>();
    private final Map<SimulatedDispatcher, Known> homes = new HashMap<>();
    private final List<String> trace = new ArrayList<>();
    private final List<String> receivers = new ArrayList<>();
    private @Nullable Footprint footprint; // of the step under way
    private BitSet causes = new BitSet();
    private String title = "";
    private int steps;
    private String sharedBecause = "";
    private LongSupplier spawned = () -> 0;
    private long spawnedBefore;

    StepWatch(Numbers numbers, boolean traced) {
        this.numbers = numbers;
        this.traced = traced;
    }

    /** Counts the actors that were spawned so far. */
    void spawned(LongSupplier counted) {
        spawned = counted;
    }

    /** The step that is under way touches something; nothing happens between steps. */
    void touch(String kind, Object which) {
        Footprint current = footprint;
        if (current != null) {
            current.touch(numbers.of(kind, which));
        }
    }

    void touchPromisesOf(ActorCell<?> owner) {
        touch("promises", owner.name());
    }

    void touchMailbox(String actor) {
        touch("mailbox", actor);
    }

    void added(SimulatedDispatcher dispatcher, Runnable task) {
        if (task instanceof ActorCell<?> cell) {
            Known home = homes.computeIfAbsent(dispatcher, unknown -> know(cell));
            if (home.cell != cell) {
                share("actors " + home.cell.name() + " and " + cell.name() + " share a dispatcher");
            }
        } else if (!(task instanceof Schedule.Timer || task instanceof Fault)) {
            share("dispatcher " + dispatcher + " runs what is none of an actor");
        }
    }

    private Known know(ActorCell<?> cell) {
        Known known = new Known(cell);
        actors.add(known);
        shareIfAhead(cell);
        return known;
    }

    /** Steps touch more than this sees. */
    void share(String because) {
        if (sharedBecause.isEmpty()) {
            sharedBecause = because;
        }
    }

    void begins(Schedule.Step step) {
        if (steps == 0) {
            noteSent(-1); // by the test
        }
        footprint = step.task() instanceof Fault ? Footprint.ofEverything() : new Footprint();
        causes = new BitSet();
        Known known = homes.get(step.dispatcher());
        if (known != null && step.task() == known.cell) {
            shareIfAhead(known.cell);
            title = traced ? titleOf(known.cell) : "";
            takes(known);
        } else {
            title = traced ? titleOf(step) : "";
        }
    }

    /** Who sent a message that went ahead of others is not seen. */
    private void shareIfAhead(ActorCell<?> cell) {
        if (cell.mayGoAhead()) {
            share("messages of actor " + cell.name() + " may go ahead of others");
        }
    }

    private void takes(Known known) {
        if (!known.isNarrow() && known.taken < known.senders.size()) { // a narrow mailbox may have dropped some
            int sender = known.senders.get(known.taken++);
            if (sender >= 0) {
                causes.set(sender);
            }
        }
    }

    private static String titleOf(Schedule.Step step) {
        return step.task() instanceof Fault fault
                ? fault.name() + " happens"
                : step.dispatcher() + " runs " + step.title();
    }

    private static String titleOf(ActorCell<?> cell) {
        List<WaitingMessage> waiting = cell.waitingMessages(1);
        if (waiting.isEmpty()) {
            return cell.name() + " takes nothing";
        }
        WaitingMessage first = waiting.getFirst();
        return cell.name() + " takes " + first.method() + (first.sender().isEmpty() ? "" : " of " + first.sender());
    }

    /** The footprint of the step that ends. */
    Footprint ends(Schedule.Step step, long nowNanos) {
        receivers.clear();
        noteSent(steps);
        if (spawned.getAsLong() != spawnedBefore) {
            spawnedBefore = spawned.getAsLong();
            touch("spawned", "");
        }
        Known self = homes.get(step.dispatcher());
        if (self != null && (self.isNarrow() || self.stopped != self.cell.isStopped())) {
            touchMailbox(self.cell.name());
            self.stopped = self.cell.isStopped();
        }
        Footprint ended = footprint == null ? new Footprint() : footprint;
        footprint = null;
        steps++;
        if (traced) {
            trace.add(steps + (nowNanos == 0 ? "" : " at " + nowNanos + " ns") + ": " + title
                    + (receivers.isEmpty() ? "" : ", sends to " + String.join(", ", receivers)));
        }
        return ended;
    }

    /** The earlier steps that the one under way needs. */
    BitSet causes() {
        return causes;
    }

    private void noteSent(int step) {
        for (Known known : actors) {
            long sent = known.cell.mailbox().sent();
            if (sent > known.senders.size()) {
                touchMailbox(known.cell.name());
                receivers.add(known.cell.name());
            }
            while (sent > known.senders.size()) {
                known.senders.add(step);
            }
        }
    }

    /** Time passed: a step of nobody. */
    void timePassed() {
        steps++;
    }

    int steps() {
        return steps;
    }

    List<String> trace() {
        return trace;
    }

    /** Why steps touch more than this sees; empty if they do not. */
    String sharedBecause() {
        return sharedBecause;
    }
}

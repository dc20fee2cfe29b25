package io.tellask.actor;

import io.tellask.actor.SystemDump.Waiting;
import io.tellask.actor.SystemDump.Worker;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ThreadLook;
import io.tellask.actor.runtime.WaitingMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Looks at the actors of a system and at their threads, beside them: no lock is taken that an actor or a loop holds while it works, so it
 * works while all of them are stuck. Used once, by one thread.
 */
final class DumpTaker {
    private final Map<String, List<String>> waitsFor = new HashMap<>(); // by who waits
    private final Map<String, String> running = new HashMap<>(); // by actor
    private final List<ActorCell<?>> chosen;
    private final List<ThreadLook> threads;
    private final long countedThreads;

    /** An actor and how many messages it had to handle, which may change at any time. */
    private record Candidate(ActorCell<?> cell, long queued) {}

    DumpTaker(Collection<ActorCell<?>> cells, Collection<Dispatcher> dispatchers) {
        Set<Dispatcher> known = new HashSet<>(dispatchers);
        PriorityQueue<Candidate> most = new PriorityQueue<>(Comparator.comparingLong(Candidate::queued));
        for (ActorCell<?> cell : cells) {
            known.add(cell.dispatcher());
            most.add(new Candidate(cell, cell.queuedMessages()));
            if (most.size() > SystemDump.MOST_ACTORS) {
                most.remove();
            }
        }
        chosen = most.stream()
                .sorted(Comparator.comparingLong(Candidate::queued)
                        .reversed()
                        .thenComparing(each -> each.cell().name()))
                .<ActorCell<?>>map(Candidate::cell)
                .toList();
        threads = ThreadLook.ofAll(known, SystemDump.MOST_THREADS);
        countedThreads = threads.size() < SystemDump.MOST_THREADS ? threads.size() : ThreadLook.count(known);
    }

    /** How many there are, whether they are told of or not. */
    long countedThreads() {
        return countedThreads;
    }

    List<Worker> threads() {
        return threads.stream().map(Worker::of).toList();
    }

    List<SystemDump.Actor> actors() {
        for (ThreadLook thread : threads) {
            if (!thread.actor().isEmpty()) {
                running.put(thread.actor(), thread.method());
                noteWait(thread.caller(), thread.method(), thread.actor());
            }
        }
        Map<ActorCell<?>, List<Waiting>> mailboxes = new IdentityHashMap<>();
        for (ActorCell<?> cell : chosen) {
            mailboxes.put(cell, waiting(cell));
        }
        return chosen.stream().map(cell -> actor(cell, mailboxes)).toList();
    }

    private List<Waiting> waiting(ActorCell<?> cell) {
        List<Waiting> messages = new ArrayList<>();
        for (WaitingMessage each : cell.waitingMessages(SystemDump.MOST_MESSAGES)) {
            messages.add(new Waiting(each.method(), each.sender(), each.waitedNanos()));
            noteWait(each.sender(), each.method(), cell.name());
        }
        return messages;
    }

    private void noteWait(String sender, String method, String actor) {
        if (!sender.isEmpty()) {
            List<String> calls = waitsFor.computeIfAbsent(sender, none -> new ArrayList<>());
            if (calls.size() < SystemDump.MOST_MESSAGES) {
                calls.add(method + " of " + actor);
            }
        }
    }

    private SystemDump.Actor actor(ActorCell<?> cell, Map<ActorCell<?>, List<Waiting>> mailboxes) {
        return new SystemDump.Actor(
                cell.statistics(),
                timers(cell),
                running.getOrDefault(cell.name(), ""),
                mailboxes.getOrDefault(cell, List.of()),
                waitsFor.getOrDefault(cell.name(), List.of()));
    }

    static int timers(ActorCell<?> cell) {
        return cell.actor() instanceof Actor base ? base.pendingTimers() : 0;
    }
}

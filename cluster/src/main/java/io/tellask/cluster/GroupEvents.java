package io.tellask.cluster;

import io.tellask.actor.Emitter;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.GroupEvent.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Flow;

/** Tells of the differences between the views of a member. Thread-safe. */
final class GroupEvents {
    private final ReplicatedLog log;
    private final List<Emitter<GroupEvent>> emitters = new ArrayList<>(); // guarded by this, as the rest
    private LogView last;
    private long leaderChanges;
    private boolean isClosed;

    GroupEvents(ReplicatedLog log) {
        this.log = log;
        last = log.view();
        log.onView(view -> look());
    }

    /** Events from now on, for one subscriber. */
    synchronized Flow.Publisher<GroupEvent> subscribe() {
        Emitter<GroupEvent> emitter = new Emitter<>(Replica.EVENTS_AHEAD);
        if (isClosed) {
            emitter.complete();
            return emitter;
        }
        if (emitters.size() == Replica.MOST_EVENT_STREAMS) {
            throw new ClusterException(
                    Problem.LIMIT,
                    "cluster: streams of events=" + emitters.size() + ", limit=" + Replica.MOST_EVENT_STREAMS
                            + "; cancel those that are not needed");
        }
        emitters.add(emitter);
        emitter.onCancel(() -> remove(emitter));
        return emitter;
    }

    /** How often a member began to lead. */
    synchronized long leaderChanges() {
        return leaderChanges;
    }

    private synchronized void remove(Emitter<GroupEvent> emitter) {
        emitters.remove(emitter);
    }

    /** The newest view, whatever the engine was about to tell: of two threads that tell, the older one may be the later one. */
    private synchronized void look() {
        LogView now = log.view();
        List<GroupEvent> events = differences(last, now);
        last = now;
        leaderChanges +=
                events.stream().filter(event -> event.kind() == Kind.LEADS).count();
        for (Emitter<GroupEvent> each : List.copyOf(emitters)) {
            events.forEach(event -> emit(each, event));
        }
    }

    private void emit(Emitter<GroupEvent> emitter, GroupEvent event) {
        if (emitters.contains(emitter) && !emitter.offer(event)) {
            emitters.remove(emitter);
            if (!emitter.isCancelled()) {
                emitter.fail(new ClusterException(
                        Problem.LIMIT,
                        "cluster: events that wait for the subscriber=" + Replica.EVENTS_AHEAD
                                + ", the limit; ask for them sooner, look at the view, and subscribe again"));
            }
        }
    }

    static List<GroupEvent> differences(LogView before, LogView now) {
        List<GroupEvent> events = new ArrayList<>();
        added(before.present().keySet(), now.present().keySet(), Kind.JOINED, now.term(), events);
        added(now.present().keySet(), before.present().keySet(), Kind.GONE, now.term(), events);
        added(before.voters(), now.voters(), Kind.VOTER_ADDED, now.term(), events);
        added(now.voters(), before.voters(), Kind.VOTER_REMOVED, now.term(), events);
        String led = before.leader();
        String leads = now.leader();
        if (leads != null && (!leads.equals(led) || before.term() != now.term())) {
            events.add(new GroupEvent(Kind.LEADS, leads, now.term()));
        } else if (leads == null && led != null) {
            events.add(new GroupEvent(Kind.LEADS_NO_MORE, led, now.term()));
        }
        return events;
    }

    private static void added(
            Collection<String> before, Collection<String> now, Kind kind, long term, List<GroupEvent> events) {
        now.stream()
                .filter(name -> !before.contains(name))
                .sorted()
                .forEach(name -> events.add(new GroupEvent(kind, name, term)));
    }

    synchronized void close() {
        isClosed = true;
        emitters.forEach(Emitter::complete);
        emitters.clear();
    }
}

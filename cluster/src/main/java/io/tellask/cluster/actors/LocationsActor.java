package io.tellask.cluster.actors;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.actor.failure.Failures;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.text.SafeLog;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds actors for references: at the host that its table says, and where that one does not run them any more, by a newer table. */
final class LocationsActor extends Actor implements LocationCalls {
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final long LOOKUP_MILLIS = 5_000; // with the actor's start

    private final TableSource source;
    private final HostConnections hosts;
    private @Nullable ActorTable table;
    private @Nullable Promise<ActorTable> asked;
    private final Set<KeyedForwarding> sought = Collections.newSetFromMap(new IdentityHashMap<>());

    LocationsActor(TableSource source, HostConnections hosts) {
        this.source = source;
        this.hosts = hosts;
        timers().every(REFRESH, () -> {
            if (table != null) {
                refresh();
            }
        });
    }

    /** One actor that is looked for. */
    private final class Search {
        final KeyedForwarding reference;
        Duration pause = PAUSE;

        Search(KeyedForwarding reference) {
            this.reference = reference;
        }

        void begin() {
            ActorTable known = table;
            Host owner = known == null ? null : ownerIn(known);
            if (owner == null) {
                askAgain(null);
                return;
            }
            Promise<?> found;
            try {
                found = reach(owner);
            } catch (RuntimeException refused) { // a contract that cannot be called remotely
                end(refused);
                return;
            }
            await(found);
        }

        void await(Promise<?> lookup) {
            lookup.whenComplete((actor, failure) -> {
                if (failure == null) {
                    sought.remove(reference);
                    reference.found(actor);
                } else {
                    notThere(Failures.unwrap(failure));
                }
            });
        }

        private @Nullable Host ownerIn(ActorTable known) {
            ActorId id = reference.id();
            return known.owner(known.shardOf(id.type(), id.key()));
        }

        private Promise<?> reach(Host owner) {
            Promise<?> local = source.local(owner, reference.id());
            if (local != null) {
                return local;
            }
            return hosts.to(owner)
                    .thenCompose(client -> HostConnections.lookup(client, reference.id(), reference.contract()))
                    .orTimeout(LOOKUP_MILLIS, TimeUnit.MILLISECONDS);
        }

        private void notThere(Throwable failure) {
            if (Outcomes.isFinal(failure)) {
                end(new ClusterException(
                        Problem.REFUSED,
                        "cluster: actor=" + reference.id() + " was refused by its host, " + failure.getMessage(),
                        failure));
            } else {
                askAgain(failure);
            }
        }

        /** Asks for a newer table, and goes on with it at once if it says something else. */
        private void askAgain(@Nullable Throwable failure) {
            ActorTable before = table;
            Host ownerBefore = before == null ? null : ownerIn(before);
            refresh().whenComplete((newer, notRead) -> {
                Host owner = notRead == null ? ownerIn(newer) : null;
                if (owner != null && !owner.isSame(ownerBefore)) {
                    begin();
                } else if (reference.notFound(nobody(failure == null ? notRead : failure), false)) {
                    timers().after(pause, this::begin);
                    pause = pause.multipliedBy(2);
                    pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
                } else {
                    sought.remove(reference);
                }
            });
        }

        private void end(RuntimeException reason) {
            sought.remove(reference);
            reference.notFound(reason, true);
        }

        private ClusterException nobody(@Nullable Throwable failure) {
            Throwable cause = failure == null ? null : Failures.unwrap(failure);
            return new ClusterException(
                    Problem.NO_HOST,
                    "cluster: actor=" + reference.id() + " was not found in time, the call was not made"
                            + (cause == null ? "" : "; " + SafeLog.describe(cause)),
                    cause);
        }
    }

    @Override
    public Promise<Void> find(KeyedForwarding reference, @Nullable Promise<Object> begun) {
        sought.add(reference);
        Search search = new Search(reference);
        if (begun == null) {
            search.begin();
        } else {
            search.await(begun.orTimeout(LOOKUP_MILLIS, TimeUnit.MILLISECONDS));
        }
        return Promise.of(null);
    }

    /** The newest table; those who ask meanwhile share it. */
    private Promise<ActorTable> refresh() {
        Promise<ActorTable> known = asked;
        if (known != null) {
            return known;
        }
        Promise<ActorTable> newest = source.newest().orTimeout(LOOKUP_MILLIS, TimeUnit.MILLISECONDS);
        asked = newest;
        newest.whenComplete((newer, failure) -> {
            asked = null;
            if (newer != null) {
                learn(newer);
            }
        });
        return newest;
    }

    @Override
    public void learn(ActorTable newer) {
        ActorTable known = table;
        if (known == null || newer.epoch() > known.epoch()) {
            table = newer;
            hosts.keep(newer);
        }
    }

    @Override
    public void announce(ActorTable newer, String host) {
        learn(newer);
        for (Host each : newer.hosts()) {
            if (!each.name().equals(host)) {
                hosts.to(each)
                        .thenCompose(client -> client.lookupAsync(ActorHostService.NAME, ActorHostService.class))
                        .thenAccept(service -> service.changed(newer.epoch()));
            }
        }
    }

    static ClusterException closed() {
        return new ClusterException(
                Problem.CLOSED, "cluster: who looks for its actors was closed; the call was not made");
    }

    @Override
    public void close() {
        system().stop(self(LocationCalls.class));
    }

    @Override
    protected void onStop(StopReason reason) {
        RuntimeException closed = closed();
        List.copyOf(sought).forEach(each -> each.notFound(closed, true));
        sought.clear();
        hosts.close();
    }
}

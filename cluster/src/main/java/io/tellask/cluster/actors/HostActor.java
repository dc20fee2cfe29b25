package io.tellask.cluster.actors;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.Lease;
import io.tellask.cluster.Leases;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.remote.NameResolver.Found;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A host: holds its lease, reads and changes the table, and runs the actors of the shards that are its own.
 *
 * <p>It runs those of a shard while it holds its lease and the last table that it read says that the shard is its own, unless it has begun to hand it
 * over. Nobody takes a shard from it meanwhile: others may do so once they have had its lease. A write whose answer was lost may be carried out
 * later, so what it was to hand over stays stopped until another version of the table was read. {@code PlacementSimulation} does the same with faults.
 */
final class HostActor extends Actor implements HostCalls {
    /** The key of the table in the map of the group. */
    static final String TABLE = "tellask.actors/table";

    private static final Logger LOG = System.getLogger("io.tellask.cluster");
    private static final int LOOKS = 3; // at the table, in the time of a lease
    private static final int AT_A_TIME = 64; // shards that are handed over by one change
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration SWEEP = Duration.ofMillis(100);
    private static final int SWEPT = ActorTable.SHARDS / 100; // at a time: all within ten seconds

    private final String name;
    private final Duration time;
    private final Leases leases;
    private final ReplicatedMap<String, ActorTable> map;
    private final Map<String, ActorType<?>> types;
    private final Activations activations;
    private ActorTable table = ActorTable.empty(ActorTable.SHARDS);
    private long version = -1; // of the table; -1: it was not read
    private @Nullable Promise<ActorTable> asked;
    private @Nullable LocationCalls locations;
    private @Nullable String address;
    private @Nullable Lease lease;
    private @Nullable Promise<Lease> awaited;
    private boolean isChanging;
    private final Set<Integer> stopped = new HashSet<>(); // shards of its own whose actors it runs no more
    private long handsOver = -1; // the version that the change expects by which they are handed over
    private boolean wantsToDrain;
    private final Promise<Void> joined = new Promise<>();
    private final Promise<Void> drained = new Promise<>();
    private Promise<Void> changed = new Promise<>(); // when another table is read

    HostActor(
            String name,
            Duration time,
            Leases leases,
            ReplicatedMap<String, ActorTable> map,
            Map<String, ActorType<?>> types,
            ActorStates states) {
        this.name = name;
        this.time = time;
        this.leases = leases;
        this.map = map;
        this.types = types;
        activations = new Activations(system(), timers()::nanoTime, states);
        timers().every(SWEEP, () -> activations.sweep(SWEPT));
    }

    @Override
    public void tells(LocationCalls toBeTold) {
        locations = toBeTold;
    }

    @Override
    public Promise<Void> join(String where) {
        if (address == null) {
            address = where;
            timers().every(time.dividedBy(LOOKS), this::look);
            acquire();
        }
        return joined;
    }

    private void acquire() {
        Promise<Lease> wanted = leases.acquire(Coordinator.lease(name), time);
        awaited = wanted;
        wanted.whenComplete((granted, failure) -> {
            awaited = null;
            if (granted != null) {
                lease = granted;
                granted.ended().whenComplete((how, never) -> leaseEnded(granted));
                look();
            } else if (!drained.isDone()) {
                SafeLog.log(LOG, Level.WARNING, "cluster: no lease to run actors, host=", name, failure);
                timers().after(time, this::acquire);
            }
        });
    }

    /** Others may run what was its own from now on. */
    private void leaseEnded(Lease ended) {
        if (lease != ended) {
            return;
        }
        lease = null;
        stopped.clear();
        handsOver = -1;
        activations.stopAll(shard -> true);
        if (!drained.isDone()) {
            LOG.log(
                    Level.WARNING,
                    "cluster: the lease to run actors was lost, host={0}; another one is waited for",
                    name);
            acquire();
        }
    }

    /** This host as the table is to have it; null without a lease. */
    private @Nullable Host self() {
        Lease held = lease;
        String where = address;
        return held == null || where == null || !held.isHeld() ? null : new Host(name, where, held.token(), false);
    }

    private boolean runs(int shard) {
        Host self = self();
        return self != null && self.isSame(table.owner(shard)) && !stopped.contains(shard);
    }

    private void look() {
        newest().whenComplete((newer, failure) -> {
            if (failure == null) {
                act();
            }
        });
    }

    @Override
    public Promise<ActorTable> newest() {
        Promise<ActorTable> known = asked;
        if (known != null) {
            return known;
        }
        Promise<ActorTable> newest = map.versioned(TABLE).thenApply(this::read);
        asked = newest;
        newest.whenComplete((newer, failure) -> asked = null);
        return newest;
    }

    private ActorTable read(@Nullable Versioned<ActorTable> found) {
        long its = found == null ? 0 : found.version();
        if (its > version) {
            if (handsOver >= 0 && its != handsOver) {
                stopped.clear(); // carried out or not, the change will not be any more
                handsOver = -1;
            }
            version = its;
            table = found == null ? table : found.value();
            if (locations != null) {
                locations.learn(table);
            }
            Promise<Void> before = changed;
            changed = new Promise<>();
            before.complete(null);
        }
        return table;
    }

    @Override
    public Promise<Optional<ActorTable>> known(long epoch) {
        if (self() == null) {
            return Promise.failed(new ClusterException(
                    Problem.NO_HOST,
                    "cluster: host=" + name + " has no lease, and may not know the table; ask another"));
        }
        return Promise.of(table.epoch() > epoch ? Optional.of(table) : Optional.empty());
    }

    @Override
    public void changed(long epoch) {
        if (epoch > table.epoch()) {
            look();
        }
    }

    /** Does what is due by the table that was read last; one change at a time. */
    private void act() {
        Host self = self();
        if (self == null || isChanging || handsOver >= 0 && handsOver != version) {
            return;
        }
        Host listed = table.find(name, self.token());
        if (listed == null) {
            if (!drained.isDone()) {
                change(now -> now.with(self));
            }
            return;
        }
        joined.complete(null);
        if (wantsToDrain && !listed.drains()) {
            change(now -> now.draining(name, self.token()));
        } else if (wantsToDrain && (table.shardsOf(self).isEmpty() || isLast())) {
            drained.complete(null);
        } else {
            handOver(self);
        }
    }

    /** Whether nobody could take what it has. */
    private boolean isLast() {
        return table.hosts().stream().allMatch(Host::drains);
    }

    /** Stops the actors of some shards that others should have, and gives those away. */
    private void handOver(Host self) {
        List<Integer> due = table.dueFrom(self);
        if (due.isEmpty()) {
            return;
        }
        stopped.addAll(due.subList(0, Math.min(AT_A_TIME, due.size())));
        Set<Integer> some = Set.copyOf(stopped);
        isChanging = true;
        activations.stopAll(some::contains).whenComplete((done, failure) -> {
            isChanging = false;
            if (table.handedOver(self, some) == table) { // not due any more, by a table that came meanwhile
                stopped.clear();
                act();
                return;
            }
            handsOver = version;
            change(now -> now.handedOver(self, some));
        });
    }

    /** Writes another table in the place of the one that was read last, and reads what has become of it. */
    private void change(UnaryOperator<ActorTable> how) {
        isChanging = true;
        changeNow(how).whenComplete((done, failure) -> {
            isChanging = false;
            if (failure != null) {
                SafeLog.log(LOG, Level.DEBUG, "cluster: the table was not changed, host=", name, failure);
                timers().after(PAUSE, this::look);
            } else {
                act();
            }
        });
    }

    private Promise<ActorTable> changeNow(UnaryOperator<ActorTable> how) {
        ActorTable next;
        try {
            next = how.apply(table);
        } catch (IllegalArgumentException full) {
            return Promise.failed(full);
        }
        if (next == table && version > 0) {
            return Promise.of(table);
        }
        return map.compareAndSet(TABLE, Math.max(0, version), next).thenCompose(done -> newest(done));
    }

    /** What has become of a change; others are told of it. */
    private Promise<ActorTable> newest(boolean isChanged) {
        return newest().thenApply(newer -> {
            if (isChanged && locations != null) {
                locations.announce(newer, name);
            }
            return newer;
        });
    }

    @Override
    public Promise<Void> remove(String gone, long token) {
        return newest().thenCompose(now -> now.find(gone, token) == null
                ? Promise.<Void>of(null)
                : changeNow(its -> its.without(gone, token)).thenCompose(done -> remove(gone, token)));
    }

    @Override
    public Promise<Found<?>> activate(ActorId id) {
        ActorType<?> type = types.get(id.type());
        if (type == null) {
            return Promise.failed(new ClusterException(
                    Problem.REFUSED,
                    "cluster: contract=" + id.type()
                            + " is none that this host has actors of; give it to ActorHost.Builder.actors"));
        }
        int shard = table.shardOf(id.type(), id.key());
        if (runs(shard)) {
            return start(shard, id, type);
        }
        if (stopped.contains(shard)) { // whose it is will be known soon
            return changed.thenCompose(
                    done -> runs(shard) ? start(shard, id, type) : Promise.failed(Outcomes.notHere(id)));
        }
        return newest().thenCompose(now -> runs(shard) ? start(shard, id, type) : Promise.failed(Outcomes.notHere(id)));
    }

    private Promise<Found<?>> start(int shard, ActorId id, ActorType<?> type) {
        Activated known = activations.find(shard, id);
        if (known == null) {
            return activations.start(shard, id, type, table.epochOf(shard));
        }
        return known.isStopping ? known.ended.thenCompose(done -> activate(id)) : known.started;
    }

    @Override
    public Promise<Integer> running() {
        return Promise.of(activations.count());
    }

    @Override
    public Promise<Void> drain() {
        wantsToDrain = true;
        if (address == null) {
            drained.complete(null);
        }
        look();
        return drained;
    }

    @Override
    public Promise<Void> leave() {
        drained.complete(null);
        Promise<Lease> wanted = awaited;
        if (wanted != null) {
            wanted.cancel(false);
        }
        Lease held = lease;
        if (held == null) {
            return Promise.of(null);
        }
        lease = null; // nothing is made any more
        return activations
                .stopAll(shard -> true)
                .thenCompose(done -> remove(name, held.token()))
                .thenCompose(done -> held.release());
    }

    @Override
    protected void onStop(StopReason reason) {
        Objects.requireNonNull(reason, "reason");
        activations.stopAll(shard -> true);
        joined.completeExceptionally(LocationsActor.closed());
        drained.completeExceptionally(LocationsActor.closed());
    }
}

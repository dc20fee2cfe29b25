package io.tellask.cluster.actors;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.NameResolver.Found;
import io.tellask.text.SafeLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The actors that a host runs, by shard. Belongs to the host's actor. */
final class Activations {
    private final ActorSystem system;
    private final LongSupplier clock;
    private final ActorStates states;
    private final Map<Integer, Map<ActorId, Activated>> byShard = new HashMap<>();
    private final Map<ActorType<?>, Integer> counts = new IdentityHashMap<>();
    private Iterator<Integer> sweep = List.<Integer>of().iterator();

    Activations(ActorSystem system, LongSupplier clock, ActorStates states) {
        this.system = system;
        this.clock = clock;
        this.states = states;
    }

    int count() {
        return byShard.values().stream().mapToInt(Map::size).sum();
    }

    /** An actor that runs, or has not stopped yet; null if there is none. */
    @Nullable
    Activated find(int shard, ActorId id) {
        Map<ActorId, Activated> its = byShard.get(shard);
        return its == null ? null : its.get(id);
    }

    /** Makes an actor that is not there. */
    <C> Promise<Found<?>> start(int shard, ActorId id, ActorType<C> type, long epoch) {
        int count = counts.getOrDefault(type, 0);
        int most = type.options().mostActors();
        if (count >= most) {
            return Promise.failed(new ClusterException(
                    Problem.REFUSED,
                    "cluster: actors of contract=" + type.contract().getName() + " at this host=" + count
                            + ", mostActors=" + most + "; raise it, or take more hosts"));
        }
        Activated made = new Activated(id, type, epoch, states);
        byShard.computeIfAbsent(shard, its -> new HashMap<>()).put(id, made);
        counts.merge(type, 1, Integer::sum);
        try {
            spawn(shard, type, made);
        } catch (Throwable failure) { // the application's own
            notStarted(shard, made, failure);
        }
        return made.started;
    }

    private <C> void spawn(int shard, ActorType<C> type, Activated made) {
        C reference = system.spawn(
                type.contract(),
                () -> type.factory().apply(made),
                type.options().spawn());
        made.reference = reference;
        made.idleSince = clock.getAsLong();
        system.watch(reference).whenComplete((reason, failure) -> {
            remove(shard, made);
            made.ended.complete(null);
        });
        made.started.complete(new Found<>(type.contract(), reference));
    }

    private void notStarted(int shard, Activated made, Throwable failure) {
        remove(shard, made);
        made.started.completeExceptionally(
                failure instanceof ClusterException
                        ? failure
                        : new ClusterException(
                                Problem.REFUSED,
                                "cluster: actor=" + made.id() + " could not be made, " + SafeLog.describe(failure),
                                failure));
        made.ended.complete(null);
    }

    private void remove(int shard, Activated ended) {
        Map<ActorId, Activated> its = byShard.get(shard);
        if (its != null && its.remove(ended.id(), ended)) {
            counts.merge(ended.type(), -1, Integer::sum);
            if (its.isEmpty()) {
                byShard.remove(shard);
            }
        }
    }

    /** Stops an actor once it has handled what waits. */
    private void stop(Activated each) {
        each.isStopping = true;
        if (each.reference != null) {
            system.stop(each.reference);
        }
    }

    /** Stops the actors of some shards; done when all have stopped. */
    Promise<Void> stopAll(IntPredicate shards) {
        List<Promise<Void>> ends = new ArrayList<>();
        byShard.forEach((shard, its) -> {
            if (shards.test(shard)) {
                its.values().forEach(each -> {
                    stop(each);
                    ends.add(each.ended);
                });
            }
        });
        return Promise.all(ends).thenApply(all -> null);
    }

    /** Stops those of some shards that got no call for as long as their type says, shard by shard. */
    void sweep(int shards) {
        for (int i = 0; i < shards; i++) {
            if (!sweep.hasNext()) {
                sweep = List.copyOf(byShard.keySet()).iterator();
            }
            if (sweep.hasNext() && byShard.get(sweep.next()) instanceof Map<ActorId, Activated> its) {
                sweep(its.values());
            }
        }
    }

    private void sweep(Collection<Activated> its) {
        long now = clock.getAsLong();
        for (Activated each : its) {
            if (each.reference instanceof LocalReference reference && !each.isStopping) {
                ActorCell<?> cell = reference.cell();
                long handled = cell.handledMessages();
                if (handled != each.handled || cell.load() > 0 || cell.owesAnswers()) {
                    each.handled = handled;
                    each.idleSince = now;
                } else if (now - each.idleSince
                        >= each.type().options().idleTime().toNanos()) {
                    stop(each);
                }
            }
        }
    }
}

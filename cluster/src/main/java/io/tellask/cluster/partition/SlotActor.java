package io.tellask.cluster.partition;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Outcome;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives commands and questions to the groups that have their slots.
 *
 * <p>Each is bound to the version of the entry by which its group has the slot. Where that has changed nothing was done: what is told so waits in
 * the {@link Lane} of its slot until it is known who has it now, and is given there. Commands of a slot keep their order: while some have not
 * come back that were given by what was known before, none is given by what is known now.
 */
final class SlotActor extends Actor implements SlotCalls {
    /** Bytes of a step from which a command is made as long as it will be when it is moved. */
    private static final int LARGE_BYTES = 64 << 10;

    private static final Duration SWEEP = Duration.ofMillis(100);

    private final long patienceNanos;
    private final int mostWaiting;
    private final SlotRoutes routes;
    private final Map<Integer, Lane> lanes =
            new HashMap<>(); // of slots of which is not known who has them, or that something waits for
    private final int[] givenCommands = new int[Slots.COUNT]; // without an answer
    private long order;
    private int waiting; // in all lanes
    private boolean isClosed;

    SlotActor(Map<String, Group> groups, Duration patience, int mostWaiting) {
        this.mostWaiting = mostWaiting;
        patienceNanos = patience.toNanos();
        routes = new SlotRoutes(groups, timers(), patience);
        timers().every(SWEEP, this::giveUpWhatIsLate);
    }

    /** Where a slot is. */
    record Route(Group group, long version) {}

    @Override
    public Promise<Outcome> apply(int slot, List<SlotStep> steps) {
        Lane.Command command = new Lane.Command(order++, steps, timers().nanoTime() + patienceNanos);
        Route route = routes.known(slot);
        Lane lane = lanes.get(slot);
        if (route != null && lane == null) {
            give(slot, command, route);
        } else if (waiting == mostWaiting) {
            return Promise.failed(tooMany());
        } else {
            waitIn(slot).add(command);
        }
        return command.answer;
    }

    @Override
    public Promise<@Nullable Versioned<byte[]>> read(int slot, byte[] key, boolean isLocal) {
        Lane.Question question = new Lane.Question(key, isLocal, timers().nanoTime() + patienceNanos);
        Route route = routes.known(slot);
        if (route != null) {
            ask(slot, question, route);
        } else if (waiting == mostWaiting) {
            return Promise.failed(tooMany());
        } else {
            waitIn(slot).add(question);
        }
        return question.answer;
    }

    @Override
    public Promise<String> owner(int slot) {
        Route route = routes.known(slot);
        return route == null
                ? routes.find(slot).thenApply(found -> found.group().name())
                : Promise.of(route.group().name());
    }

    private ClusterException tooMany() {
        return new ClusterException(
                Problem.LIMIT,
                "cluster: calls that wait until it is known who has their slots=" + waiting + ", limit=" + mostWaiting
                        + "; wait for answers");
    }

    private Lane waitIn(int slot) {
        waiting++;
        return lane(slot);
    }

    private Lane lane(int slot) {
        Lane lane = lanes.computeIfAbsent(slot, its -> new Lane());
        if (!lane.isLooking && routes.known(slot) == null) {
            lane.isLooking = true;
            routes.find(slot).whenComplete((found, failure) -> {
                lane.isLooking = false;
                if (Lane.cause(failure) instanceof ClusterException its && its.problem() == Problem.REFUSED) {
                    end(slot, lane, its); // there are no partitions
                } else if (lane.isEmpty() && givenCommands[slot] == 0) {
                    lanes.remove(slot, lane);
                } else {
                    goOn(slot); // which looks again where it was not found, until what waits is late
                }
            });
        }
        return lane;
    }

    private void give(int slot, Lane.Command command, Route route) {
        givenCommands[slot]++;
        ReplicatedMap<byte[], byte[]>.Batch batch = route.group().map().batch();
        bind(batch, slot, route);
        for (SlotStep each : command.steps) {
            each.addTo(batch);
            if (each.bytes() >= LARGE_BYTES) {
                bind(batch, slot, route);
            }
        }
        batch.outcome().whenComplete((outcome, failure) -> answered(slot, command, route, outcome, failure));
    }

    private static void bind(ReplicatedMap<byte[], byte[]>.Batch batch, int slot, Route route) {
        batch.bind(Place.key(slot), route.version());
    }

    private void answered(
            int slot, Lane.Command command, Route route, @Nullable Outcome outcome, @Nullable Throwable failure) {
        givenCommands[slot]--;
        if (failure != null) {
            command.answer.completeExceptionally(Lane.cause(failure));
        } else if (outcome != null && outcome.moved()) {
            routes.forget(slot, route);
            waitIn(slot).add(command);
        } else {
            command.answer.complete(outcome);
        }
        goOn(slot);
    }

    private void ask(int slot, Lane.Question question, Route route) {
        List<byte[]> keys = List.of(question.key, Place.key(slot)); // in this order: see answered()
        ReplicatedMap<byte[], byte[]> map = route.group().map();
        Promise<List<@Nullable Versioned<byte[]>>> asked =
                question.isLocal ? map.staleAll(keys) : map.versionedAll(keys);
        asked.whenComplete((found, failure) -> answered(slot, question, route, found, failure));
    }

    /** The group had the slot when it read the value if it had it afterwards, by the same entry as before. */
    private void answered(
            int slot,
            Lane.Question question,
            Route route,
            @Nullable List<@Nullable Versioned<byte[]>> found,
            @Nullable Throwable failure) {
        if (failure != null || found == null) {
            question.answer.completeExceptionally(Lane.cause(failure));
            return;
        }
        if (Place.of(found.get(1)).version() == route.version()) {
            question.answer.complete(found.get(0));
        } else {
            if (question.isLocal) {
                question.isLocal = false; // that member is too old to know
            } else {
                routes.forget(slot, route);
            }
            waitIn(slot).add(question);
            goOn(slot);
        }
    }

    /** Gives what waits, if it is known where to and everything is back. */
    private void goOn(int slot) {
        Lane lane = lanes.get(slot);
        Route route = routes.known(slot);
        if (lane == null || isClosed) {
            return;
        }
        if (route == null) {
            lane(slot);
            return;
        }
        List<Lane.Question> questions = lane.takeQuestions();
        waiting -= questions.size();
        questions.forEach(each -> ask(slot, each, route));
        if (givenCommands[slot] == 0) {
            lanes.remove(slot);
            List<Lane.Command> commands = lane.takeCommands();
            waiting -= commands.size();
            commands.forEach(each -> give(slot, each, route));
        }
    }

    private void end(int slot, Lane lane, Throwable failure) {
        lanes.remove(slot);
        waiting -= lane.fail(failure);
    }

    private void giveUpWhatIsLate() {
        long now = timers().nanoTime();
        for (Map.Entry<Integer, Lane> each : new ArrayList<>(lanes.entrySet())) {
            waiting -= each.getValue().failLate(now, each.getKey());
            if (each.getValue().isEmpty() && !each.getValue().isLooking && givenCommands[each.getKey()] == 0) {
                lanes.remove(each.getKey());
            }
        }
    }

    @Override
    public void close() {
        system().stop(self(SlotCalls.class));
    }

    @Override
    protected void onStop(StopReason reason) {
        isClosed = true;
        ClusterException closed = new ClusterException(Problem.CLOSED, "cluster: the partitions were closed");
        lanes.values().forEach(each -> each.fail(closed));
    }
}

package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.codec.Codec;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The state of an actor, written by an activation with its epoch. */
final class EpochState<S> implements ActorState<S> {
    private static final int CLAIMS = 8; // each of which fails only if another activation has written meanwhile
    private static final long UNREAD = -1;

    private final ReplicatedMap<String, byte[]> map;
    private final Codec codec;
    private final Class<S> type;
    private final ActorId id;
    private final long epoch;
    private Promise<?> last = Promise.of(null);
    private int waiting;
    private long version = UNREAD; // of the entry of the map
    private @Nullable S value;

    EpochState(ReplicatedMap<String, byte[]> map, Codec codec, Class<S> type, ActorId id, long epoch) {
        this.map = map;
        this.codec = codec;
        this.type = type;
        this.id = id;
        this.epoch = epoch;
    }

    @Override
    public Promise<Optional<S>> load() {
        return next(() -> read().thenApply(Optional::ofNullable));
    }

    @Override
    public Promise<Void> save(S state) {
        Objects.requireNonNull(state, "state");
        return next(() -> read().thenCompose(before -> write(state)));
    }

    @Override
    public Promise<S> update(S initial, UnaryOperator<S> change) {
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(change, "change");
        return next(() -> read().thenCompose(before -> {
            S now = Objects.requireNonNull(change.apply(before == null ? initial : before), "result of change");
            return write(now).thenApply(done -> now);
        }));
    }

    @Override
    public Promise<Void> clear() {
        return next(() -> read().thenCompose(before -> write(null)));
    }

    private <T> Promise<T> next(Supplier<Promise<T>> operation) {
        if (waiting == MOST_WAITING) {
            return Promise.failed(new ClusterException(
                    Problem.LIMIT,
                    "cluster: operations of the state of actor=" + id + " that are not answered=" + MOST_WAITING
                            + ", the limit; wait for answers"));
        }
        waiting++;
        Promise<T> next = last.handle((done, failure) -> operation.get()).thenCompose(begun -> begun);
        next.whenComplete((done, failure) -> waiting--);
        last = next;
        return next.copy();
    }

    /** The value, read from the map if it is not known here. */
    private Promise<@Nullable S> read() {
        return version == UNREAD ? claim(CLAIMS) : Promise.of(value);
    }

    private Promise<@Nullable S> claim(int tries) {
        return map.versioned(id.name()).thenCompose(found -> claim(found, tries));
    }

    private Promise<@Nullable S> claim(@Nullable Versioned<byte[]> found, int tries) {
        long before = found == null ? 0 : ByteBuffer.wrap(found.value()).getLong();
        if (before > epoch) {
            return Promise.failed(fenced(", epoch of another activation=" + before));
        }
        S its = found == null || found.value().length == Long.BYTES
                ? null
                : codec.decode(found.value(), Long.BYTES, found.value().length - Long.BYTES, type);
        if (found != null && before == epoch) {
            version = found.version();
            value = its;
            return Promise.of(its);
        }
        return put(found == null ? 0 : found.version(), its)
                .thenCompose(isDone -> isDone
                        ? Promise.of(its)
                        : tries == 1 ? Promise.failed(fenced(", tries to read it=" + CLAIMS)) : claim(tries - 1));
    }

    private Promise<Void> write(@Nullable S state) {
        return put(version, state)
                .thenCompose(isDone -> isDone
                        ? Promise.of(null)
                        : Promise.failed(fenced("; another activation has written it since it was read")));
    }

    /** Writes if the entry has that version still; what is known of it is unknown until that is answered. */
    private Promise<Boolean> put(long expected, @Nullable S state) {
        byte[] entry = entry(state);
        version = UNREAD;
        return map.batch()
                .require(id.name(), expected)
                .put(id.name(), entry)
                .outcome()
                .thenApply(outcome -> {
                    if (outcome.applied()) {
                        version = outcome.version();
                        value = state;
                    }
                    return outcome.applied();
                });
    }

    private byte[] entry(@Nullable S state) {
        byte[] encoded = state == null ? new byte[0] : codec.encode(state, type);
        if (encoded.length > MOST_BYTES) {
            throw new ClusterException(
                    Problem.TOO_LONG,
                    "cluster: bytes of the state of actor=" + id + "=" + encoded.length + ", MOST_BYTES=" + MOST_BYTES
                            + "; keep what is large under keys of its own");
        }
        return ByteBuffer.allocate(Long.BYTES + encoded.length)
                .putLong(epoch)
                .put(encoded)
                .array();
    }

    private ClusterException fenced(String why) {
        return new ClusterException(
                Problem.FENCED,
                "cluster: state of actor=" + id + ", epoch of this activation=" + epoch + why
                        + "; nothing was changed");
    }
}

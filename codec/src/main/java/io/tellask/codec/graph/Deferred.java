package io.tellask.codec.graph;

import io.tellask.codec.DecodeException;
import io.tellask.codec.hashing.KeyFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A container of a message that gets its keys when every object is complete. Not thread-safe. */
public abstract class Deferred {
    /** Containers that hash each other in the wrong order: each round puts one more of a chain of them right. */
    private static final int MAX_ROUNDS = 16;

    /** The object that is filled. */
    public abstract Object container();

    /** Whether a part is an object that is not built yet. */
    public abstract boolean hasUnfilled();

    /** Lets all elements in. */
    public abstract void fillIn(GraphReader in);

    /** Counts what hashing the keys visits, if they are hashed, now that more of what they hold is there. */
    public void visitKeys(GraphReader in) {}

    /** {@code build} makes the container that the message means from the one that was filled. */
    public void thenBuild(Supplier<Object> build) {
        throw new IllegalStateException("container=" + container().getClass().getName() + " is built at once");
    }

    /** Lets all elements in again, now that what they hash is complete. */
    public abstract void refill();

    /** Whether a key is not found, or fell together with one that may not be equal to it any more. */
    public abstract boolean isMisplaced();

    /** Fills all containers of a message, in their order, until each finds its keys. */
    public static void finish(List<Deferred> all, GraphReader in) {
        long offset = in.in.offset();
        List<Deferred> pending = all;
        for (int round = 0; !pending.isEmpty() && round < MAX_ROUNDS; round++) {
            List<Deferred> later = new ArrayList<>();
            for (Deferred each : pending) {
                if (each.hasUnfilled()) {
                    later.add(each);
                } else {
                    try {
                        each.fillIn(in);
                    } catch (Throwable e) {
                        throw KeyFailure.waiting(e, each.container(), offset);
                    }
                }
            }
            pending = later;
        }
        if (!pending.isEmpty()) {
            throw new DecodeException("decode: keys need the container that holds them, containers=" + pending.size()
                    + ", offset=" + offset + "; put an object with fields on the cycle");
        }
        settle(all, in, offset);
    }

    private static void settle(List<Deferred> all, GraphReader in, long offset) {
        all.forEach(each -> each.visitKeys(in));
        for (int round = 0; hasMisplaced(all, offset); round++) {
            if (round == MAX_ROUNDS) {
                throw new DecodeException("decode: keys change their hash or order as they are filled, containers="
                        + all.size() + ", offset=" + offset + "; use keys that do not depend on what holds them");
            }
            for (Deferred each : all) {
                try {
                    each.refill();
                } catch (Throwable e) {
                    throw KeyFailure.waiting(e, each.container(), offset);
                }
            }
        }
    }

    private static boolean hasMisplaced(List<Deferred> all, long offset) {
        for (Deferred each : all) {
            try {
                if (each.isMisplaced()) {
                    return true;
                }
            } catch (Throwable e) {
                throw KeyFailure.waiting(e, each.container(), offset);
            }
        }
        return false;
    }

    /** Whether one of {@code elements}, of which each {@code step}th is a key, is not found among {@code keys}. */
    public static boolean misses(Set<?> keys, List<@Nullable Object> elements, int step) {
        for (int i = 0; i < elements.size(); i += step) {
            if (!keys.contains(elements.get(i))) {
                return true;
            }
        }
        return false;
    }
}

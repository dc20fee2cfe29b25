package io.tellask.remote;

import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Promise;
import io.tellask.remote.session.RemoteReference;
import io.tellask.remote.session.StableReference;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** What can be done with a remote reference besides calling it. Thread-safe. */
public final class Remote {
    private Remote() {}

    /** Whether an object is a reference to an actor of another process. */
    public static boolean isRemote(Object reference) {
        Objects.requireNonNull(reference, "reference");
        return StableReference.behind(reference) != null;
    }

    /**
     * Whether the actor behind a remote reference has a method of its contract: false where the other side's version of the interface lacks one that is
     * marked with {@link OptionalMethod}, with all its overloads. True for a reference that is not here yet.
     *
     * @throws IllegalArgumentException if the reference is local, or its contract has no method of that name
     */
    public static boolean hasMethod(Object reference, String name) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(name, "name");
        RemoteReference remote = StableReference.behind(reference);
        if (remote != null) {
            return remote.hasMethod(name);
        }
        throw new IllegalArgumentException(
                "method: reference=" + reference + " is local, and has all methods of its contract");
    }

    /** Settles when the target takes calls again; at once for a local reference or one with credit left; fails when the session ends. */
    public static Promise<Void> whenWritable(Object reference) {
        Objects.requireNonNull(reference, "reference");
        RemoteReference remote = StableReference.behind(reference);
        return remote != null ? remote.whenWritable(new Promise<>()) : Promise.of(null);
    }

    /** Makes a call if the target has credit for it; false, and no call, if it has not. */
    public static <C> boolean offer(C reference, Consumer<C> call) {
        Objects.requireNonNull(reference, "reference");
        RemoteReference remote = StableReference.behind(reference);
        if (remote != null && !remote.isWritable()) {
            return false;
        }
        try {
            call.accept(reference);
            return true;
        } catch (CreditExhaustedException another) {
            return false;
        }
    }

    /**
     * The same target, whose asks are given up after a time of their own instead of {@link Limits#callTime}; the other side does not begin
     * a call that is already given up.
     */
    public static <C> C withDeadline(C reference, Duration deadline) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(deadline, "deadline");
        RemoteReference remote = StableReference.behind(reference);
        if (remote == null) {
            throw new IllegalArgumentException("deadline: reference=" + reference + " is local; use Promise.orTimeout");
        }
        if (deadline.compareTo(Duration.ofMillis(1)) < 0 || deadline.compareTo(Limits.LONGEST_TIME) > 0) {
            throw new IllegalArgumentException(
                    "deadline: " + deadline + " is not within PT0.001S to " + Limits.LONGEST_TIME);
        }
        int millis = (int) deadline.toMillis();
        return reference instanceof StableReference stable ? stable.withDeadline(millis) : remote.withDeadline(millis);
    }
}

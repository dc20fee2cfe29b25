package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.CallCopier;
import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.Codec;
import io.tellask.remote.session.CopiedCalls;
import io.tellask.remote.session.RemoteReference;
import io.tellask.remote.session.StableReference;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** What can be done with a remote reference besides calling it, and what makes local calls as remote ones. Thread-safe. */
public final class Remote {
    private Remote() {}

    /**
     * Has calls within an actor system pass copies, as calls to other processes do: {@link ActorSystem.Builder#copyLocalCalls}. What the codec does
     * not let in is refused with the same exceptions, an argument at the call with {@link io.tellask.codec.EncodeException}; what it refuses to
     * decode is raised at the call, too, as {@link CallRefusedException}. References to actors are passed as they are. Deadlines, credit and the
     * types of failures stay those of local calls.
     */
    public static CallCopier copying(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new CopiedCalls(codec);
    }

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
            return RemoteReference.hasMethod(remote, name);
        }
        throw new IllegalArgumentException(
                "method: reference=" + reference + " is local, and has all methods of its contract");
    }

    /** Settles when the target takes calls again; at once for a local reference or one with credit left; fails when the session ends. */
    public static Promise<Void> whenWritable(Object reference) {
        Objects.requireNonNull(reference, "reference");
        RemoteReference remote = StableReference.behind(reference);
        return remote != null ? RemoteReference.whenWritable(remote, new Promise<>()) : Promise.of(null);
    }

    /** Makes a call if the target has credit for it; false, and no call, if it has not. */
    public static <C> boolean offer(C reference, Consumer<C> call) {
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(call, "call");
        RemoteReference remote = StableReference.behind(reference);
        if (remote != null && !RemoteReference.isWritable(remote)) {
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
     * Lets go of a remote reference now, where else the garbage collector finds that nobody uses it: the other side forgets what it kept for it, and a
     * relayed reference is released there in turn. Whoever has the same reference, also with a {@linkplain #withDeadline deadline} of its own,
     * must not use it any more: calls fail with {@link CallRefusedException}, those too that wait for credit, and it is not passed on. What was
     * sent before is executed and answered, unless its actor stops with its last reference. If the actor is handed over or looked up again, a
     * new reference stands for it; the two are not equal. A reference of a {@linkplain Client.Builder#reconnecting reconnecting} client is not
     * looked up again, and others that were looked up under its name stay. Nothing happens if it was released before or its session has ended,
     * or if it is the reference of a local actor. From any thread.
     *
     * @throws IllegalArgumentException if the object is no reference to an actor
     * @throws IllegalStateException if the reference was made by {@link Promise#pipelined} and its actor is not here yet
     */
    public static void release(Object reference) {
        Objects.requireNonNull(reference, "reference");
        switch (reference) {
            case StableReference stable -> StableReference.release(stable);
            case RemoteReference remote -> RemoteReference.release(remote);
            case LocalReference _ -> {
                // as long as its actor lives
            }
            default ->
                throw new IllegalArgumentException(
                        "release: class=" + reference.getClass().getName()
                                + " is no reference to an actor; give what a lookup, an argument or a result brought");
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
        @SuppressWarnings("unchecked")
        C same = (C)
                (reference instanceof StableReference stable
                        ? StableReference.withDeadline(stable, millis)
                        : RemoteReference.withDeadline(remote, millis));
        return same;
    }
}

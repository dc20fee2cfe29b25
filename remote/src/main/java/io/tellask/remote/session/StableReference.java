package io.tellask.remote.session;

import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import io.tellask.text.PassedByReference;
import org.jspecify.annotations.Nullable;

/**
 * The base of generated proxies that outlive their session: each call goes to the actor that is published under their name in the session that there is.
 * Two are equal if they are the same. Thread-safe. What could be a method of a contract is static, as in {@link RemoteReference}.
 */
public abstract class StableReference implements PassedByReference, Routee {
    private volatile RemoteReference current;
    private @Nullable StableReferences holder; // of one that was looked up; set before anybody else sees this
    private @Nullable StableReference source; // of one with a deadline of its own; set before anybody else sees this
    private int deadlineMillis;
    private volatile @Nullable RemoteReference followed; // what the source stood for when this was last looked at

    protected StableReference(RemoteReference current) {
        this.current = current;
    }

    /** What a call goes to now; after the end of its session, the last one. */
    public final RemoteReference current() {
        StableReference from = source;
        if (from != null && from.current() != followed) {
            follow(from.current());
        }
        return current;
    }

    @Override
    public final long load(Asker asker) {
        return current().load(asker);
    }

    /** Only once it was released: another session may follow. */
    @Override
    public final boolean isGone(Asker asker) {
        return current().target().handed().isReleased();
    }

    @Override
    public final void watch(StopWatch watch) {
        current().watch(watch);
    }

    private void follow(RemoteReference next) {
        current = RemoteReference.withDeadline(next, deadlineMillis);
        followed = next;
    }

    final void heldBy(StableReferences lookedUp) {
        holder = lookedUp;
    }

    /** Lets go of it, and of each with another deadline, at once and in all sessions to come. */
    public static void release(StableReference reference) {
        if (reference.source != null) {
            release(reference.source);
        } else if (reference.holder != null) {
            reference.holder.release(reference);
        }
    }

    /** The same, with asks that have a deadline of their own. */
    public static StableReference withDeadline(StableReference reference, int millis) {
        RemoteReference current = reference.current;
        StableReference same = current.target().contract().newStable(current);
        same.source = reference;
        same.deadlineMillis = millis;
        return same;
    }

    /** From here on calls go to the actor of another session, under the same contract. */
    public final void current(RemoteReference next) {
        current = next;
    }

    /** The reference of one session that an object is or stands for now; null for any other object. */
    public static @Nullable RemoteReference behind(Object reference) {
        return switch (reference) {
            case RemoteReference remote -> remote;
            case StableReference stable -> stable.current();
            default -> null;
        };
    }

    @Override
    public final String toString() {
        return "stable " + current();
    }
}

package io.tellask.actor.pattern;

import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.Promise;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Calls that an actor puts aside because it cannot execute them yet: {@code return stash.defer(() -> withdraw(amount));} has the call made again
 * after {@link #unstashAll}. They come out in the order in which they were put aside, each as a message of its own, ahead of what waits in the mailbox. Those that such a call gives back in its turn have a message of the mailbox handled
 * first, so that a call that puts itself aside again keeps nothing waiting.
 *
 * <p>An ask is answered with what it comes to when it is made again, under the deadline and the trace that it came with; one that was given up
 * meanwhile is not made again. Methods that block their callers or return streams cannot be put aside.
 *
 * <p>It belongs to the actor that makes it. What is put aside when that stops or is made again is not executed: asks fail with {@link
 * io.tellask.actor.ActorStoppedException}, tells are dead letters.
 */
public final class Stash extends OwnedByActor {
    /** Calls that may be put aside unless something else is said. */
    public static final int DEFAULT_CALLS = 1_024;

    private static final String METHOD = "deferred call"; // as failures and dead letters name it

    private final int mostCalls;
    private final Queue<Deferred> deferred = new ArrayDeque<>();
    private final Queue<Deferred> unstashed = new ArrayDeque<>(); // each has a task ahead of the mailbox

    /** A call that was put aside; it is made when its turn is settled. */
    private record Deferred(Promise<Void> turn, boolean isTell) {
        boolean wasGivenUp() {
            return turn.isDone();
        }
    }

    /** Calls of this actor, of which {@link #DEFAULT_CALLS} may be put aside. */
    public Stash() {
        this(DEFAULT_CALLS);
    }

    /**
     * Calls of this actor.
     *
     * @param mostCalls how many may be put aside, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public Stash(int mostCalls) {
        super("stash");
        if (mostCalls < 1) {
            throw new IllegalArgumentException("stash: mostCalls=" + mostCalls + " < 1; let it keep a call");
        }
        this.mostCalls = mostCalls;
    }

    /**
     * Puts an ask aside: has it made after {@link #unstashAll}, as the actor.
     *
     * @return what becomes of it, to be returned by the method that is put aside
     * @throws QueueFullException if too many calls were put aside
     */
    public <T> Promise<T> defer(Supplier<? extends CompletionStage<T>> ask) {
        Objects.requireNonNull(ask, "ask");
        return putAside(false).thenCompose(none -> ask.get());
    }

    /**
     * Puts a tell aside: has it made after {@link #unstashAll}, as the actor. What it throws then is the failure of a tell.
     *
     * @throws QueueFullException if too many calls were put aside
     */
    public void defer(Runnable tell) {
        Objects.requireNonNull(tell, "tell");
        putAside(true).thenRun(() -> make(tell));
    }

    private Promise<Void> putAside(boolean isTell) {
        requireOwner();
        if (deferred.size() == mostCalls) {
            deferred.removeIf(Deferred::wasGivenUp);
        }
        if (deferred.size() == mostCalls) {
            throw new QueueFullException("stash: calls=" + mostCalls + " >= mostCalls=" + mostCalls
                    + "; put fewer aside, or make room for more");
        }
        Promise<Void> turn = new Turn();
        owner().lifecycle().atStop(this, this::refuseAll); // known to the actor only while it holds calls
        deferred.add(new Deferred(turn, isTell));
        return turn;
    }

    private void make(Runnable tell) {
        try {
            tell.run();
        } catch (Throwable failure) {
            owner().reportTellFailure(METHOD, failure);
        }
    }

    /**
     * Has all calls made that were put aside, once the actor is done with its current message: ahead of the mailbox; behind one message of it where the current
     * message was put aside itself. Those that are put aside meanwhile stay.
     */
    public void unstashAll() {
        requireOwner();
        for (Deferred each = deferred.peek(); each != null; each = deferred.peek()) {
            owner().enqueueFirst(this::takeTurn);
            unstashed.add(each);
            deferred.remove();
        }
    }

    /** How many calls are put aside, those that were given up included until there is no more room. */
    public int calls() {
        return deferred.size();
    }

    private void takeTurn() {
        Deferred call = unstashed.poll();
        if (call != null) { // else the actor has stopped meanwhile, or was made again
            if (unstashed.isEmpty() && deferred.isEmpty()) {
                owner().lifecycle().forgetAtStop(this);
            }
            call.turn.complete(null);
        }
    }

    private void refuse(Deferred call) {
        if (call.isTell) {
            owner().host().deadLetter(owner(), METHOD, Reason.STOPPED, null);
        }
        call.turn.completeExceptionally(hasStopped());
    }

    private void refuseAll() {
        unstashed.forEach(this::refuse);
        unstashed.clear();
        deferred.forEach(this::refuse);
        deferred.clear();
    }
}

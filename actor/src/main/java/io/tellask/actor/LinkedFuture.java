package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RunContext;
import io.tellask.text.StackHeadroom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A future that knows what it was derived from and how many still wait for it: so one that nobody waits for any more cancels what it waited for. Thread-safe.
 *
 * @param <T> the value
 */
abstract sealed class LinkedFuture<T> extends OwnedFuture<T> permits Promise {
    /*
     * # What a promise knows of its sources
     *
     * `upstream` is what hears of a cancel: a promise, a composition, several of them, or null. A promise must not keep a history of
     * settled ones alive, and the future does not say when a dependent settles. So a link is made only while the promise at the root of
     * the chain is pending: what a chain retains is what was attached while its first promise was open.
     *
     * # Counting dependents
     *
     * The future counts what waits for it (`getNumberOfDependents`); only those that left are counted here, so attaching costs nothing.
     * What we attach for our own purposes, such as calling off a timer, is counted as left from the start. The future keeps those that
     * left, and counts by walking: so only the first ones are attached to it, and those that come later behind relays.
     */

    private static final Object LEFT = new Object();
    private static final VarHandle UPSTREAM;
    private static final VarHandle DEPENDENTS_LEFT;
    private static final VarHandle RELAYS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            UPSTREAM = lookup.findVarHandle(LinkedFuture.class, "upstream", Object.class);
            DEPENDENTS_LEFT = lookup.findVarHandle(LinkedFuture.class, "dependentsLeft", int.class);
            RELAYS = lookup.findVarHandle(LinkedFuture.class, "relays", Relays.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Sources of one promise.
     *
     * @param promises those that are promises
     * @param holding so many of them, or more, keep it from having a value as long as they have none
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Several(Object[] promises, int holding) {}

    private @Nullable Object upstream;
    private @Nullable LinkedFuture<?> root; // null: this one

    @SuppressWarnings("unused") // through DEPENDENTS_LEFT
    private int dependentsLeft;

    private volatile @Nullable Relays<T> relays; // null: not crowded

    LinkedFuture(@Nullable ActorCell<?> owner) {
        super(owner);
    }

    /** See {@link Promise#onAbandoned}. */
    protected abstract void onAbandoned();

    private boolean isRootPending() {
        return root == null ? isPending() : root.isPending();
    }

    final boolean isPending() {
        return !super.isDone();
    }

    /** What hears of a cancel, for whoever looks what it waits for: a promise, a composition, {@link Several} of them, or null. On any thread. */
    @Nullable
    final Object followed() {
        Object followed = UPSTREAM.getAcquire(this);
        return followed == LEFT ? null : followed;
    }

    final void follow(LinkedFuture<?> source) {
        if (source.isRootPending()) {
            upstream = source;
            root = source.root == null ? source : source.root;
        } else {
            upstream = LEFT;
        }
    }

    /** Adds a source, before anybody else knows this promise, which settles by either of two, or once both have. */
    final void alsoFollow(CompletionStage<?> other, boolean either) {
        Object first = followed();
        if (other instanceof Promise<?> source) {
            if (first == null) {
                follow(source);
            } else {
                upstream = new Several(new Object[] {first, source}, either ? 2 : 1);
            }
        }
        if (either && followed() instanceof Promise<?> only) {
            upstream = new Several(new Object[] {only}, 2); // what is not followed may settle it
        }
    }

    final void followThrough(Composition<?, ?> composition) {
        composition.source(followed());
        upstream = composition;
        root = null;
    }

    /** Makes this the promise of a group, to be settled by {@link Promise#settle}. */
    final void followAll(List<?> sources, boolean needsAll) {
        Object[] promises = sources.stream().filter(Promise.class::isInstance).toArray();
        upstream = new Several(promises, needsAll ? 1 : sources.size());
    }

    @Override
    final boolean isCrowded() {
        return !super.isDone() && super.getNumberOfDependents() >= Relays.DIRECT_DEPENDENTS;
    }

    @Override
    final Promise<T> place() {
        return isCrowded() ? relay() : (Promise<T>) this;
    }

    @Override
    final Promise<T> relay() {
        Relays.Relay<T> relay = crowd().add(owner);
        if (relay == null) {
            return (Promise<T>) this;
        }
        ((LinkedFuture<T>) relay).follow(this);
        return relay;
    }

    private Relays<T> crowd() {
        Relays<T> made = relays;
        if (made == null) {
            made = new Relays<>();
            if (!RELAYS.compareAndSet(this, null, made)) {
                return Objects.requireNonNull(relays);
            }
            observe(made::settle);
            discountDependent();
        }
        return made;
    }

    /** Cancels this promise, and tells what it followed. */
    final boolean abandon() {
        StackHeadroom.forSettling();
        boolean changed = cancelIfOpen();
        if (changed) {
            leave();
        }
        return changed || super.isCancelled();
    }

    private boolean cancelIfOpen() {
        RunContext.promiseTouched(owner);
        return !super.isDone() && super.completeExceptionally(new Cancelled());
    }

    /** Without a stack, which is 700 bytes: a session that ends cancels up to 65,536 promises at once. */
    private static final class Cancelled extends CancellationException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Tells what this promise followed that it waits no longer, and so on upwards; with a list, as a chain may be long. */
    final void leave() {
        ArrayDeque<Object> left = new ArrayDeque<>();
        takeUpstream(left);
        for (Object source = left.poll(); source != null; source = left.poll()) {
            switch (source) {
                case LinkedFuture<?> promise -> {
                    if (promise.loseDependent()) {
                        promise.takeUpstream(left);
                    }
                }
                case Composition<?, ?> composition -> addIfAny(left, composition.cancel());
                case Several several -> left.addAll(Arrays.asList(several.promises));
                default -> throw new AssertionError("a promise follows promises");
            }
        }
    }

    /** Moves what this promise followed to a list; the first time only, as its followers hear of it once. */
    private void takeUpstream(ArrayDeque<Object> left) {
        Object sources = UPSTREAM.getAndSet(this, LEFT);
        if (sources != LEFT) {
            onAbandoned();
            addIfAny(left, sources);
        }
    }

    private static void addIfAny(ArrayDeque<Object> left, @Nullable Object source) {
        if (source != null) {
            left.add(source);
        }
    }

    /** A dependent has left; true if it was the last and this promise is cancelled for it. */
    private boolean loseDependent() {
        int left = (int) DEPENDENTS_LEFT.getAndAdd(this, 1) + 1;
        Relays<T> crowd = relays;
        int all = super.getNumberOfDependents() + (crowd == null ? 0 : crowd.made());
        return left - all >= 0 && cancelIfOpen(); // both may have gone beyond the largest int
    }

    /** What was just attached is our own and keeps nobody waiting. */
    final void discountDependent() {
        DEPENDENTS_LEFT.getAndAdd(this, 1);
    }

    /** Cancels this promise if nothing has been attached to it. */
    final void abandonIfUnused() {
        if (super.getNumberOfDependents() == 0) {
            abandon();
        }
    }

    @Override
    public int getNumberOfDependents() {
        Relays<T> crowd = relays;
        return super.getNumberOfDependents() + (crowd == null ? 0 : crowd.waiting() - 1);
    }

    /** Sources that a group has not waited for to the end go on, and keep nothing of it where they are crowded. */
    final void letGo() {
        if (UPSTREAM.getAndSet(this, LEFT) instanceof Several several) {
            for (Object source : several.promises) {
                if (source instanceof Relays.Relay<?> relay) {
                    relay.forget();
                }
            }
        }
    }

    /** As {@link #letGo}, of one of two sources that this promise may not wait for to the end. */
    final void letGoWhenSettled(Object source) {
        if (source instanceof Relays.Relay<?> relay) {
            observe((value, failure) -> relay.forget());
            discountDependent();
        }
    }

    /** Whether this settles by a function that runs as its owner, and not as a group does, on any thread. */
    final boolean isDerived() {
        Object source = UPSTREAM.getAcquire(this);
        boolean ofGroup = source instanceof Several && root == null;
        return source != null && !ofGroup;
    }
}

package io.tellask.actor;

import io.tellask.actor.runtime.AwaitedCall;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether a promise can have a value only by what the calling thread itself steps, as far as promises tell: it, or what it was derived from. At most
 * {@link WaitChain#MAX_PROMISES} are looked at, and groups of groups {@value #MAX_NESTED} deep. Reads promises only. Used once, by one thread.
 */
final class HeldPromise {
    /** How deep groups within groups are looked into. */
    static final int MAX_NESTED = 64;

    private int left = WaitChain.MAX_PROMISES;

    private HeldPromise() {}

    /** The dispatcher that the promise waits for, whose steps the calling thread has run; null if there is none, or it is not known. */
    static @Nullable Dispatcher holder(Promise<?> promise) {
        return new HeldPromise().holder(promise, 0);
    }

    private @Nullable Dispatcher holder(@Nullable Object awaited, int nested) {
        Object next = awaited;
        while (left-- > 0) {
            switch (next) {
                case Promise<?> promise -> {
                    if (!promise.isPending()) {
                        return null;
                    }
                    Dispatcher dispatcher = promise.settledOn();
                    if (dispatcher != null && dispatcher.isSteppedByCurrentThread()) {
                        return dispatcher;
                    }
                    next = promise instanceof AwaitedCall call ? call.answeredBy() : promise.followed();
                }
                case Composition<?, ?> composition -> next = composition.get();
                case LinkedFuture.Several several -> {
                    return nested == MAX_NESTED ? null : holder(several, nested + 1);
                }
                case null, default -> {
                    return null;
                }
            }
        }
        return null;
    }

    private @Nullable Dispatcher holder(LinkedFuture.Several several, int nested) {
        int held = 0;
        for (Object promise : several.promises()) {
            Dispatcher dispatcher = holder(promise, nested);
            if (dispatcher != null && ++held >= several.holding()) {
                return dispatcher;
            }
        }
        return null;
    }
}

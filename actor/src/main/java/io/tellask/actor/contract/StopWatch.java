package io.tellask.actor.contract;

import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.actor.runtime.ActorCell;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who wants to know when an actor stops: a promise of why it did. One that an actor begins is taken back when that actor stops or is made again.
 * Thread-safe, but for how it begins.
 */
public final class StopWatch extends Promise<StopReason> {
    private final @Nullable ActorCell<?> watcher = ActorCell.current();
    private Runnable takeBack = () -> {};

    private StopWatch() {}

    /** Watches the actor that a reference stands for. */
    public static StopWatch begin(Routee watched) {
        StopWatch watch = new StopWatch();
        watched.watch(watch);
        if (watch.watcher != null) {
            watch.watcher.lifecycle().atStop(watch, () -> watch.cancel(false));
        }
        return watch;
    }

    /** Says what is done when it is taken back before it was told; by what is watched, as it begins. */
    public void onTakenBack(Runnable task) {
        takeBack = task;
    }

    /** The actor has stopped. */
    public void told(StopReason reason) {
        complete(reason);
        forgetWatcher();
    }

    /** Nobody can say when it stops. */
    public void refused(RuntimeException reason) {
        completeExceptionally(reason);
        forgetWatcher();
    }

    @Override
    protected void onAbandoned() {
        takeBack.run();
        forgetWatcher();
    }

    private void forgetWatcher() {
        if (watcher != null) {
            watcher.enqueue(() -> watcher.lifecycle().forgetAtStop(this));
        }
    }
}

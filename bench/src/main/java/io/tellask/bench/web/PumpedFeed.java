package io.tellask.bench.web;

import io.tellask.actor.Promise;

/** What the pump sees besides; not published. */
public interface PumpedFeed extends Feed {
    /** Emits so many updates to each listener; settles when there was room for all of them. */
    Promise<Void> emit(int count);

    /** Emits one tick to each listener. */
    Promise<Void> tick();
}

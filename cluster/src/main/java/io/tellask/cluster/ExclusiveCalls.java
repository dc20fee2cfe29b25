package io.tellask.cluster;

import io.tellask.actor.Promise;

/** Work that is done while a lease is held. */
interface ExclusiveCalls {
    void begin();

    Promise<Void> end();
}

package io.tellask.cluster;

import io.tellask.actor.Promise;

/** One wish for a lease, and the lease itself. */
interface LeaseCalls {
    Promise<Lease> acquire();

    Promise<Void> release();
}

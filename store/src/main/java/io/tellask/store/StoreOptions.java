package io.tellask.store;

import java.time.Duration;

/** How a store is opened: what {@link DurableMapBuilder} collected. */
record StoreOptions(
        Durability durability,
        Duration period,
        StoreLimits limits,
        long expectedRecords,
        boolean verifyReads,
        boolean verifyOnOpen,
        StoreFiles files) {}

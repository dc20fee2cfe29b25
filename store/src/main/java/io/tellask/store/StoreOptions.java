package io.tellask.store;

import java.time.Duration;
import java.time.InstantSource;

/** How a store is opened: what {@link DurableMapBuilder} collected. */
record StoreOptions(
        Durability durability,
        Duration period,
        StoreLimits limits,
        long expectedRecords,
        boolean verifyReads,
        boolean verifyOnOpen,
        Compaction compaction,
        InstantSource clock,
        StoreFiles files) {}

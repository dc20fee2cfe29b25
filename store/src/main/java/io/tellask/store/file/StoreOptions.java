package io.tellask.store.file;

import io.tellask.store.Compaction;
import io.tellask.store.Durability;
import io.tellask.store.StoreLimits;
import java.time.Duration;
import java.time.InstantSource;

/** How a store is opened: what {@link io.tellask.store.DurableMapBuilder} collected. */
public record StoreOptions(
        Durability durability,
        Duration period,
        StoreLimits limits,
        long expectedRecords,
        boolean verifyReads,
        boolean verifyOnOpen,
        Compaction compaction,
        InstantSource clock,
        StoreFiles files) {}

/**
 * A persistent off-heap map. Open {@link io.tellask.store.DurableMap} first, then {@link io.tellask.store.Shard}, which holds its three
 * parts together: the log ({@link io.tellask.store.SegmentLog}), the index ({@link io.tellask.store.HashIndex}) and the forcing thread
 * ({@link io.tellask.store.Forcer}). {@link io.tellask.store.Recovery} brings them back after a stop or a crash.
 * {@link io.tellask.store.StoreCheck}, {@link io.tellask.store.StoreRepair} and {@link io.tellask.store.StoreBackup} look after the files from
 * outside, {@link io.tellask.store.StoredMap} opens a store without its classes, {@link io.tellask.store.StoreKey} encrypts one.
 */
@NullMarked
package io.tellask.store;

import org.jspecify.annotations.NullMarked;

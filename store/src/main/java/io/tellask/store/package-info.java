/**
 * A persistent off-heap map. Open {@link io.tellask.store.DurableMap} first, then {@link io.tellask.store.shard.Shard}, which holds its parts
 * together: the log ({@link io.tellask.store.segment.SegmentLog}), the index ({@link io.tellask.store.index.HashIndex}) and the forcing thread
 * ({@code io.tellask.store.shard.Forcer}). {@code io.tellask.store.index.Recovery} brings them back after a stop or a crash.
 * {@link io.tellask.store.StoreCheck}, {@link io.tellask.store.StoreRepair} and {@link io.tellask.store.StoreBackup} look after the files from
 * outside, {@link io.tellask.store.StoredMap} opens a store without its classes, {@link io.tellask.store.StoreKey} encrypts one.
 */
@NullMarked
package io.tellask.store;

import org.jspecify.annotations.NullMarked;

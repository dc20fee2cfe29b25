package io.tellask.aeron;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Where a publisher's snapshots come from.
 *
 * @param snapshotter tells the state of the moment
 * @param executor what calls it
 */
record SnapshotSource<T>(Consumer<? super T> snapshotter, Executor executor) {}

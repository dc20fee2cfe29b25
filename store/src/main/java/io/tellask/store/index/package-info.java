/**
 * From keys to places in the log, off the heap. Open {@link io.tellask.store.index.HashIndex} first;
 * {@link io.tellask.store.index.Recovery} makes it again from a {@link io.tellask.store.index.Checkpoint} and the log behind
 * that.
 */
@NullMarked
package io.tellask.store.index;

import org.jspecify.annotations.NullMarked;

/** What connections hold of memory, counted by several threads: {@link io.tellask.remote.MemoryHolderStress}. */
@NullMarked
package io.tellask.remote;

import org.jspecify.annotations.NullMarked;

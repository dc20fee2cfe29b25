/** Embedded maps of today as contenders of the store suite. Open {@link io.tellask.bench.map.peers.RocksUserMap} for an example. */
@NullMarked
package io.tellask.bench.map.peers;

import org.jspecify.annotations.NullMarked;

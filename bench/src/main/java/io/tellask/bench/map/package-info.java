/**
 * The store suite. {@link io.tellask.bench.map.StoreBench} starts a process for each turn of a contender;
 * {@link io.tellask.bench.map.MapProcess} is that process, which drives one map through the same operations. A new contender
 * implements {@link io.tellask.bench.map.UserMap} and is listed in {@code StoreContenders}.
 */
@NullMarked
package io.tellask.bench.map;

import org.jspecify.annotations.NullMarked;

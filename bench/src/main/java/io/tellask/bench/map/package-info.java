/**
 * The processes of the store suite: one map each, driven through the same operations. Open
 * {@link io.tellask.bench.map.MapProcess} first.
 */
@NullMarked
package io.tellask.bench.map;

import org.jspecify.annotations.NullMarked;

/**
 * The store suite. {@link io.tellask.bench.map.StoreSuite} plans the turns; {@link io.tellask.bench.map.MapProcess} is the
 * process of a contender, which drives one map through the same operations. A new contender implements
 * {@link io.tellask.bench.map.UserMap} and is listed in {@code store.suite}.
 */
@NullMarked
package io.tellask.bench.map;

import org.jspecify.annotations.NullMarked;

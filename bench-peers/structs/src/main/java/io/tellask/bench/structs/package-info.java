/** Structs of FST as a contender; open {@link io.tellask.bench.structs.FstPrices} first. */
@NullMarked
package io.tellask.bench.structs;

import org.jspecify.annotations.NullMarked;

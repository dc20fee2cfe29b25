/** Structs of FST as a contender; open {@link io.tellask.bench.struct.fst.FstPrices} first. */
@NullMarked
package io.tellask.bench.struct.fst;

import org.jspecify.annotations.NullMarked;

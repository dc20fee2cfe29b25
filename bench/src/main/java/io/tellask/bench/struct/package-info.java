/**
 * Price updates as structs, as messages, and in arrays of millions. Open {@link io.tellask.bench.struct.PriceBenchmark} and
 * {@link io.tellask.bench.struct.PriceArrayBenchmark} first; contenders are {@link io.tellask.bench.struct.PriceCodec}s and
 * {@link io.tellask.bench.struct.PriceArray}s.
 */
@NullMarked
package io.tellask.bench.struct;

import org.jspecify.annotations.NullMarked;

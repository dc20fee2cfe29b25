/** FST as a contender of the codec comparison; compiled and run against each of its two releases. */
@NullMarked
package io.tellask.bench.codec.fst;

import org.jspecify.annotations.NullMarked;

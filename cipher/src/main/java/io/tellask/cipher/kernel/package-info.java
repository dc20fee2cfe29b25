/**
 * What makes key streams and tags, without checks of arguments: {@code KeyStream} first, which hands out the bytes of a stream and asks a {@code
 * BlockKernel} for more. There are three: one block at a time, many by loops that the compiler turns into vector instructions, and the Vector API,
 * which {@code Kernels} chooses where it is there and has become faster. {@code Poly1305} stands alone.
 *
 * <p>No branch and no index depends on keys, key streams or texts; counters, lengths and offsets are public.
 */
@NullMarked
package io.tellask.cipher.kernel;

import org.jspecify.annotations.NullMarked;

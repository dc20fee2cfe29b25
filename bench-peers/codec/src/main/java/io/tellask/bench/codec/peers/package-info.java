/**
 * Serializers of today as contenders of the codec comparison, each set up as its documentation recommends for speed:
 * classes registered, buffers used again. A new one is an {@link io.tellask.bench.codec.Engine.Provider} that
 * {@code CodecSuite} names.
 */
@NullMarked
package io.tellask.bench.codec.peers;

import org.jspecify.annotations.NullMarked;

/**
 * What a contender of the remoting suite implements, and the two processes it runs in: {@link
 * io.tellask.bench.spi.Service} receives, {@link io.tellask.bench.spi.Caller} sends and measures. Peers in modules
 * of their own see this package and no other.
 */
@NullMarked
package io.tellask.bench.spi;

import org.jspecify.annotations.NullMarked;

/**
 * The suites {@code pingpong} and {@code multicast}: round trips of a struct and messages to many, beside programs on Aeron's own API. Open {@link
 * io.tellask.bench.aeron.PingPongSuite} and {@link io.tellask.bench.aeron.MulticastSuite} first.
 */
@NullMarked
package io.tellask.bench.aeron;

import org.jspecify.annotations.NullMarked;

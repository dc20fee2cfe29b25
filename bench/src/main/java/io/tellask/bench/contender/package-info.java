/**
 * What a contender of the remoting suite implements, and the two processes it runs in: {@link
 * io.tellask.bench.contender.Service} receives, {@link io.tellask.bench.contender.Caller} sends and measures. Peers in modules
 * of their own see this package and no other.
 */
@NullMarked
package io.tellask.bench.contender;

import org.jspecify.annotations.NullMarked;

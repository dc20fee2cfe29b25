/**
 * What runs in the processes of contenders, and the interface of the remoting suite: a service receives, a {@link
 * io.tellask.bench.spi.Caller} sends and measures. Peers in modules
 * of their own see this package and no other.
 */
@NullMarked
package io.tellask.bench.spi;

import org.jspecify.annotations.NullMarked;

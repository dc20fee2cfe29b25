/** RSocket as a contender of the remoting bench: open {@link io.tellask.bench.rsocket.RSocketAdder}. */
@NullMarked
package io.tellask.bench.rsocket;

import org.jspecify.annotations.NullMarked;

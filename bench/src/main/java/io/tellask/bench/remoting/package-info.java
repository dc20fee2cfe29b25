/**
 * The remoting suite: tell, ask and streams against peers and the hand-written limit, in turns. Open
 * {@link io.tellask.bench.remoting.RemotingBench} first; {@code Contenders} lists who takes part.
 */
@NullMarked
package io.tellask.bench.remoting;

import org.jspecify.annotations.NullMarked;

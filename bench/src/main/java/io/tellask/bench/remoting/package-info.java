/**
 * The remoting suite: Tellask through its public interface, and hand-written limits on plain {@code java.nio} without proxies,
 * codecs, credit or failures; peers are in modules of their own. Open {@link io.tellask.bench.remoting.TellaskAdding} first.
 */
@NullMarked
package io.tellask.bench.remoting;

import org.jspecify.annotations.NullMarked;

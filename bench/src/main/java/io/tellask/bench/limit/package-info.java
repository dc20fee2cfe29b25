/**
 * The hand-written limits: what fixed frames on plain {@code java.nio} reach on the machine of the moment, without
 * proxies, codecs, credit or failures. {@link io.tellask.bench.limit.WireCaller} moves bare frames,
 * {@link io.tellask.bench.limit.ObjectCaller} one message object and one promise each.
 */
@NullMarked
package io.tellask.bench.limit;

import org.jspecify.annotations.NullMarked;

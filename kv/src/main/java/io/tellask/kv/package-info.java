/**
 * The key-value server: named durable maps from bytes to bytes, each an actor of its own. {@link io.tellask.kv.KeyValueStore} and
 * {@link io.tellask.kv.KeyValueMap} are the contracts, {@link io.tellask.kv.KeyValueService} implements them in a directory, and
 * {@link io.tellask.kv.TypedMap} is how a client sees text and objects. Open {@code KeyValueStore} first.
 */
@NullMarked
package io.tellask.kv;

import org.jspecify.annotations.NullMarked;

/** The key-value server: an actor over durable maps, published over the network. */
@NullMarked
package io.tellask.kv;

import org.jspecify.annotations.NullMarked;

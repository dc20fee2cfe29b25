/** The key-value server: an actor over durable maps, published over the network. */
package io.tellask.kv;
